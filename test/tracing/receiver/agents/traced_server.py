"""An agent in Python with nothing but its standard library: it reads traceparent itself and posts OTLP's JSON, gzipped."""

import gzip
import json
import os
import secrets
import sys
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ENDPOINT = os.environ["OTEL_EXPORTER_OTLP_ENDPOINT"]


def attributes(values):
    return [{"key": key, "value": {"stringValue": value}} for key, value in values.items()]


def begin(trace_id, parent, name, values):
    return {
        "traceId": trace_id,
        "spanId": secrets.token_hex(8),
        "parentSpanId": parent,
        "name": name,
        "startTimeUnixNano": str(time.time_ns()),
        "attributes": attributes(values),
    }


def end(span):
    span["endTimeUnixNano"] = str(time.time_ns())


def post(path, payload):
    body = gzip.compress(json.dumps(payload).encode())
    headers = {"content-type": "application/json", "content-encoding": "gzip"}
    request = urllib.request.Request(ENDPOINT + path, body, headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        assert answer.status == 200 and json.load(answer) == {}


def export(traceparent, question):
    _, trace_id, parent, _ = traceparent.split("-")
    chat = begin(trace_id, parent, "chat m-1", {"gen_ai.operation.name": "chat"})
    tool = begin(
        trace_id,
        chat["spanId"],
        "execute_tool lookup_order",
        {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": "lookup_order",
            "gen_ai.tool.call.arguments": json.dumps(question),
            "gen_ai.tool.call.result": "59.9",
        },
    )
    end(tool)
    said = {
        "traceId": trace_id,
        "spanId": chat["spanId"],
        "timeUnixNano": str(time.time_ns()),
        "eventName": "gen_ai.choice",
        "body": {
            "kvlistValue": {
                "values": [
                    {
                        "key": "message",
                        "value": {
                            "kvlistValue": {
                                "values": [{"key": "content", "value": {"stringValue": "It is " + question["message"]}}]
                            }
                        },
                    }
                ]
            }
        },
    }
    end(chat)
    post("/v1/logs", {"resourceLogs": [{"scopeLogs": [{"logRecords": [said]}]}]})
    post("/v1/traces", {"resourceSpans": [{"scopeSpans": [{"spans": [tool]}]}]})
    post("/v1/traces", {"resourceSpans": [{"scopeSpans": [{"spans": [chat]}]}]})


class Agent(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        question = json.loads(self.rfile.read(int(self.headers["content-length"])))
        answer = ("It is " + question["message"]).encode()
        self.send_response(200)
        self.send_header("content-type", "text/plain; charset=utf-8")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)
        self.wfile.flush()
        export(self.headers["traceparent"], question)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Agent)
server.daemon_threads = True
print(server.server_address[1], flush=True)
sys.stdout.flush()
server.serve_forever()
