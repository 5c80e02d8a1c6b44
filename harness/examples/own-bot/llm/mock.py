"""A mock of a language model: an OpenAI-compatible endpoint on this machine that plays random legal actions.

    python3 mock.py --port 8391

It reads the legal actions from the prompt of llm.py. Some answers fail as those of real servers and models do; the settings
determine their shares. GET /counts returns the number of answers of each kind.
"""

import argparse
import json
import random
import re
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KINDS = ("nonsense", "empty", "cut", "busy", "failing", "broken", "hanging")


class Mock(BaseHTTPRequestHandler):
    """Answers requests and counts the answers."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        with self.server.lock:
            self.reply(200, dict(self.server.counts))

    def do_POST(self):
        options = self.server.options
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        time.sleep(options.latency_ms / 1000)
        prompt = "\n".join(message["content"] for message in request["messages"])
        text, kind, tokens = self.server.draw(prompt)
        if kind == "busy":
            return self.reply(429, {"error": "busy"}, {"Retry-After": options.retry_after})
        if kind == "failing":
            return self.reply(500, {"error": "failing"})
        if kind == "hanging":
            time.sleep(options.hang_s)
            self.close_connection = True
            return None
        reason = "length" if kind == "cut" else "stop"
        usage = {"prompt_tokens": tokens[0], "completion_tokens": tokens[1]}
        choice = {"message": {"role": "assistant", "content": text}, "finish_reason": reason}
        return self.reply(200, {"choices": [choice], "usage": usage}, half=kind == "broken")

    def reply(self, status, answer, headers=(), half=False):
        body = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, value in dict(headers).items():
            self.send_header(name, value)
        self.end_headers()
        try:
            # A truncated body, as from a server that was stopped.
            self.wfile.write(body[: len(body) // 2] if half else body)
        except ConnectionError:
            self.close_connection = True
        self.close_connection = self.close_connection or half

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    """The endpoint with its counts."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, options):
        super().__init__(("127.0.0.1", options.port), Mock)
        self.options, self.lock, self.random = options, threading.Lock(), random.Random(options.seed)
        self.counts = dict.fromkeys(("requests", "answers", "legal", "tokens_in", "tokens_out", *KINDS), 0)

    def draw(self, prompt):
        """Return an answer to `prompt`, its kind, and the number of tokens of the prompt and the answer."""
        with self.lock:
            kind = "legal"
            left = self.random.random()
            for one in KINDS:
                left -= getattr(self.options, one)
                if left < 0:
                    kind = one
                    break
            legal = re.findall(r"^(\S+)  \(you .*\)$", prompt.rpartition("Legal actions:")[2], re.MULTILINE)
            action = self.random.choice(legal) if legal else "none"
            text = {"nonsense": "I like this game.", "empty": "", "cut": f"Let me think.\nACTION: {action}"}.get(
                kind, f"This looks good.\nACTION: {action}")
            tokens = (len(prompt.split()), len(text.split()))
            self.counts["requests"] += 1
            self.counts[kind] += 1
            if kind in ("legal", "nonsense", "empty", "cut"):
                self.counts["answers"] += 1
                self.counts["tokens_in"] += tokens[0]
                self.counts["tokens_out"] += tokens[1]
            return text, kind, tokens


def options():
    parser = argparse.ArgumentParser(description="A mock of a language model.")
    parser.add_argument("--port", type=int, default=8391, help="0: any free port")
    parser.add_argument("--latency-ms", type=float, default=0, help="milliseconds before each answer")
    parser.add_argument("--hang-s", type=float, default=600, help="seconds before a hanging request is closed")
    parser.add_argument("--retry-after", default="0", help="seconds in the header Retry-After of a busy answer")
    parser.add_argument("--seed", type=int, default=1)
    for kind, share in zip(KINDS, (0.1, 0, 0, 0, 0, 0, 0)):
        parser.add_argument(f"--{kind}", type=float, default=share, metavar="SHARE", help=f"share of answers that are {kind}")
    return parser.parse_args()


if __name__ == "__main__":
    server = Server(options())
    print(f"ready on http://127.0.0.1:{server.server_port}/v1", flush=True)
    server.serve_forever()
