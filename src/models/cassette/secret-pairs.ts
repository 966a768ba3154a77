import type { JsonObject } from "../../test-case/json.js";
import { isCookieHeader, isSecretName } from "./secret-names.js";

const isNameKey = (key: string): boolean =>
  /^(?:name|key|header|headerName|field|fieldName|variable|param|parameter|property|k)$/i.test(key);

export const isValueKey = (key: string): boolean =>
  /^(?:values?|val|v|headerValue|fieldValue|currentValue|secretString|text|content|data)$/i.test(key);

/** Whether an object is one thing by its name, as `{ name: "password", value: "…" }`, and that a secret. */
export const isSecretPair = (value: JsonObject): boolean =>
  Object.keys(value).some(isValueKey) &&
  Object.entries(value).some(
    ([key, name]) => isNameKey(key) && typeof name === "string" && (isSecretName(name) || isCookieHeader(name)),
  );
