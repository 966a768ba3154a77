import { documentsOf } from "./documents.js";
import type { ReadSpan, RequestedCall } from "./read-span.js";

/** OpenAI's search in files of the author's, whose passages come with the answer where the request asks for them. */
const FILE_SEARCH = "file_search";

/**
 * The model span with the passages that its provider retrieved for it, which no span of their own tells of: by a search in
 * files, or by one of its tools that is a retriever.
 */
export function withSearches(span: ReadSpan, isRetriever: (name: string) => boolean): ReadSpan {
  const searches = (span.requested ?? []).filter((call) => isSearch(call, isRetriever));
  if (searches.length === 0) return span;
  const found = searches.map(({ output }) => documentsOf(output)?.documents);
  const documents = found.some((each) => each !== undefined) ? found.flatMap((each) => each ?? []) : undefined;
  return { ...span, documents, hidesDocuments: found.includes(undefined) };
}

const isSearch = ({ name, executed, error }: RequestedCall, isRetriever: (name: string) => boolean): boolean =>
  executed === true && error === undefined && (name === FILE_SEARCH || isRetriever(name));
