import type { RunStore } from "../run/run-store.js";
import { addRemote, localSpans, removeRemote, type Remote } from "../run/remotes.js";
import { lateSentence } from "./ended-runs.js";
import { Intake } from "./intake.js";
import { missingNotes, sooner } from "./missing-notes.js";
import { Quiet } from "./quiet.js";
import { receiverSettings, type OtlpReceiverOptions, type ReceiverSettings } from "./receiver-options.js";
import type { ReceiverStats } from "./receiver-stats.js";
import { exportHandler, type HandlerCounts } from "./export-handler.js";
import { startServer } from "./server.js";
import { Settling } from "./settling.js";
import { standingOf, type Standing } from "./standing.js";
import { Uploads } from "./uploads.js";

import type { OtlpReceiver } from "./otlp-receiver.js";

/** Does what `createOtlpReceiver` says. */
export async function openReceiver(options: OtlpReceiverOptions): Promise<OtlpReceiver> {
  const settings = receiverSettings(options);
  const counts: HandlerCounts = { exports: 0, refused: 0, aborted: 0 };
  const quiet = new Quiet(settings);
  const intake = new Intake(settings, (ended) => quiet.learn(ended));
  const uploads = new Uploads();
  const isWhole = (run: RunStore): boolean => looksWhole(standing(run));
  const settling = new Settling({ ...settings, quiet, uploads, isWhole });
  const server = await startServer(settings, exportHandler({ settings, counts, intake, uploads, settling }));
  const { url } = server;
  const stats = (): ReceiverStats => statsOf(counts, intake);
  const remote = remoteFor({ settings, quiet, intake, settling, url, stats });
  addRemote(remote);
  return {
    url,
    endpoint: `${url}/v1/traces`,
    logsEndpoint: `${url}/v1/logs`,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf",
      OTEL_BSP_SCHEDULE_DELAY: "100",
      OTEL_BLRP_SCHEDULE_DELAY: "100",
      OTEL_METRICS_EXPORTER: "none",
    },
    stats,
    close: async () => {
      removeRemote(remote);
      settling.leave();
      await server.close();
      warnOfLate(intake, settings.settleMs);
    },
  };
}

interface RemotePorts {
  readonly settings: ReceiverSettings;
  readonly quiet: Quiet;
  readonly intake: Intake;
  readonly settling: Settling;
  readonly url: string;
  readonly stats: () => ReceiverStats;
}

function remoteFor({ settings, quiet, intake, settling, url, stats }: RemotePorts): Remote {
  const waited = new WeakSet<RunStore>();
  return {
    settle: (run) => {
      waited.add(run);
      return settling.settle(run);
    },
    missing: (run, trace) =>
      missingNotes(
        {
          standing: standing(run),
          came: run.received.size,
          refused: run.received.refused,
          waitedMs: waited.has(run) ? settings.settleMs : undefined,
          doubtful: intake.isDoubtful(run),
          url,
          stats: stats(),
          late: intake.ended.last,
          before: intake.ended.lateBefore(run),
          settleMs: settings.settleMs,
        },
        trace,
      ),
    leave: (run) => {
      settling.leave(run);
      const [hasWaited, isWhole] = [waited.has(run), looksWhole(standing(run))];
      intake.end(run, hasWaited && !isWhole, hasWaited && isWhole ? quiet.ms : undefined);
    },
  };
}

/** What came after the last turn could be told of no turn. */
function warnOfLate({ counts, ended }: Intake, settleMs: number): void {
  const { last } = ended;
  if (counts.late === 0 || last === undefined) return;
  process.emitWarning(
    `createOtlpReceiver: ${lateSentence(counts.late, last)}, so the traces of those turns lack them: ${sooner(settleMs, last)}.`,
    {
      type: "RehearsalWarning",
      code: "REHEARSAL_LATE_SPANS",
    },
  );
}

const standing = (run: RunStore): Standing =>
  standingOf(run.ids, run.received.spans, new Set(localSpans(run).map(({ spanId }) => spanId)));

const looksWhole = ({ hasRoot, orphans }: Standing): boolean => hasRoot && orphans.length === 0;

function statsOf(counts: HandlerCounts, { counts: taken, foreign }: Intake): ReceiverStats {
  const { noRoom, ...told } = taken;
  return { ...counts, ...told, unclaimed: foreign.unclaimed, dropped: foreign.dropped + noRoom };
}
