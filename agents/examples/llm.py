"""A language model as a bot, for any server with an OpenAI-compatible endpoint (POST BASE_URL/chat/completions).

    agent = { kind = "process", command = "python3 llm.py --base-url http://127.0.0.1:8391/v1 --model NAME", text = true,
              move_ms = 600000, reuse = true }

It needs `text = true`, which sends the rules, the position and the legal actions in words. The model must end its answer with
`ACTION: <one of the legal actions>`. If it names no legal action, the model gets the reason and another attempt, up to
`--attempts` in all. `python3 llm.py --help` lists all settings. The key of the server is read from the environment variable
that `--key-env` names, and sent to the server only.

Each answer has `info` for answers.jsonl and usage.csv: attempts (checked answers of the model), retries (repetitions of failed
requests), first_legal, fallback, tokens_in, tokens_out, text.
"""

import argparse
import http.client
import json
import os
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

import ergobot

# Matches bold text too: **ACTION: x** and **ACTION:** x.
ACTION = re.compile(r"\*\*ACTION:\s*(.+?)\*\*|ACTION:(?:\*\*)?\s*(.+)", re.IGNORECASE)
# Pairs of characters around an action that are removed.
PAIRS = {"``", '""', "''", "**", "<>"}
# HTTP statuses of a busy or failing server. Requests with other errors, such as a wrong key, are not repeated.
TRANSIENT_STATUSES = {408, 409, 429, 500, 502, 503, 504, 529}
SYSTEM = """You play a game. These are its rules.

{rules}
You choose one action at a time. Think briefly. End your answer with a line of this form, and nothing after it:
ACTION: <action>"""


class NoAnswer(Exception):
    """The server gave no answer, and there are no retries left."""


class Server:
    """The endpoint of the model."""

    def __init__(self, options):
        self.options = options
        self.url = options.base_url.rstrip("/") + "/chat/completions"
        self.key = os.environ.get(options.key_env, "") if options.key_env else ""
        is_local = urllib.parse.urlsplit(self.url).hostname in {"127.0.0.1", "localhost", "::1"}
        self.opener = urllib.request.build_opener(*[urllib.request.ProxyHandler({})] if is_local else [])
        if options.key_env and not self.key:
            sys.exit(f"llm.py: the environment variable {options.key_env} is not set, expected the key of {options.base_url}")

    def redact(self, text):
        """Return `text` without the key, because some servers repeat it in errors."""
        return text.replace(self.key, "[key]") if self.key else text

    def ask(self, messages, info):
        """Return the text of the model's answer, which may be empty. Counts retries and tokens in `info`."""
        body = {"model": self.options.model, "messages": messages, "temperature": self.options.temperature,
                "max_tokens": self.options.max_tokens}
        request = urllib.request.Request(self.url, json.dumps(body).encode(), {"Content-Type": "application/json"})
        if self.key:
            # Not sent to another server after a redirect.
            request.add_unredirected_header("Authorization", f"Bearer {self.key}")
        for failed in range(self.options.retries + 1):
            wait = min(self.options.retry_s * 2**failed, 60)
            try:
                with self.opener.open(request, timeout=self.options.timeout_s) as response:
                    answer = json.load(response)
                usage = answer.get("usage") or {}
                info["tokens_in"] += usage.get("prompt_tokens") or 0
                info["tokens_out"] += usage.get("completion_tokens") or 0
                choice = answer["choices"][0]
                text = self.redact(choice["message"].get("content") or "")
                # The last line of a truncated answer is incomplete.
                return text.rpartition("\n")[0] if choice.get("finish_reason") == "length" else text
            except urllib.error.HTTPError as error:
                reason = f"HTTP status {error.code}"
                if error.code not in TRANSIENT_STATUSES:
                    body = self.redact(error.read(300).decode("utf-8", "replace"))
                    raise NoAnswer(f"{reason}: {body}") from None
                wait = retry_after(error.headers.get("Retry-After"), wait)
            # No connection, a timeout, a truncated body, or invalid JSON.
            except (OSError, http.client.HTTPException, ValueError, LookupError, TypeError, AttributeError) as error:
                reason = f"{type(error).__name__}: {error}"
            info["retries"] += 1
            if failed < self.options.retries:
                time.sleep(wait)
        raise NoAnswer(self.redact(reason))


def retry_after(header, default):
    """Return the seconds of a Retry-After header, at most a minute, or `default` if it is missing or not a number."""
    try:
        return min(max(float(header), 0), 60)
    except (TypeError, ValueError):
        return default


def read_action(answer, legal):
    """Return the legal action that an answer names and None, or None and what is wrong with the answer."""
    if not answer.strip():
        return None, "Your answer was empty."
    named = ["".join(groups) for groups in ACTION.findall(answer)] or [answer.strip()]
    if named == [answer.strip()] and named[0] not in legal:
        return None, "Your answer has no line of the form ACTION: <action>. It may have been cut off: answer more briefly."
    action = named[-1].strip()
    while action:
        if action in legal:
            return action, None
        if action[0] + action[-1] in PAIRS and len(action) > 1:
            action = action[1:-1].strip()
        elif action.endswith("."):
            action = action[:-1].strip()
        else:
            break
    return None, f"{named[-1].strip()} is not a legal action."


class Player:
    """A player for any number of matches, one after the other."""

    def __init__(self, options):
        self.options, self.server = options, Server(options)
        self.match, self.earlier, self.system = None, [], ""
        self.prompt = SYSTEM
        if options.prompt:
            with open(options.prompt, encoding="utf-8") as file:
                self.prompt = file.read()

    def choose(self, match, decision):
        if decision.text is None:
            sys.exit("llm.py: no text to show to the model, expected text = true in the entrant's agent")
        if match is not self.match:
            self.match, self.earlier = match, []
            self.system = self.prompt.replace("{rules}", match.text["rules"])
        question = decision.text["position"]
        if self.options.list_actions:
            effects = zip(decision.legal, decision.text["actions"])
            question += "\nLegal actions:\n" + "".join(f"{action}  (you {effect})\n" for action, effect in effects)
        question += "\nWhich action do you choose? End your answer with ACTION: and the action."
        messages = [{"role": "system", "content": self.system}, *self.earlier, {"role": "user", "content": question}]
        info = {"attempts": 0, "retries": 0, "first_legal": False, "fallback": False, "tokens_in": 0, "tokens_out": 0}
        action, answer = self.attempt(messages, decision, info)
        info["text"] = answer[:self.options.keep]
        if action is None and self.options.last == "random":
            action, info["fallback"] = match.random.choice(decision.legal), True
        if action is not None and self.options.memory:
            self.earlier += [{"role": "user", "content": decision.text["position"]},
                             {"role": "assistant", "content": f"ACTION: {action}"}]
            self.earlier = self.earlier[-2 * self.options.memory:]
        # The index -1 is illegal and forfeits the match.
        return -1 if action is None else action, info

    def attempt(self, messages, decision, info):
        """Return the action that the model chooses within the allowed attempts, or None, and its last answer."""
        answer = ""
        for _ in range(self.options.attempts):
            try:
                answer = self.server.ask(messages, info)
            except NoAnswer as error:
                print(f"no answer: {error}", file=sys.stderr, flush=True)
                return None, f"[no answer: {error}]"
            info["attempts"] += 1
            action, wrong = read_action(answer, decision.legal)
            if action is not None:
                info["first_legal"] = info["attempts"] == 1
                return action, answer
            if self.options.list_actions:
                wrong += f" Choose one of: {', '.join(decision.legal)}"
            messages += [{"role": "assistant", "content": answer}, {"role": "user", "content": wrong}]
        return None, answer


def options(arguments=None):
    parser = argparse.ArgumentParser(description="A language model as a bot for Ergo Lab.", allow_abbrev=False)
    parser.add_argument("--base-url", required=True, help="URL of the endpoint, such as http://127.0.0.1:8391/v1")
    parser.add_argument("--model", required=True, help="name of the model on the server")
    parser.add_argument("--key-env", help="NAME of the environment variable with the key [default: no key]")
    parser.add_argument("--temperature", type=float, default=0.7)
    parser.add_argument("--max-tokens", type=int, default=256, help="maximum number of tokens of an answer")
    parser.add_argument("--prompt", help="file with the system prompt; {rules} is replaced by the rules")
    parser.add_argument("--list-actions", action=argparse.BooleanOptionalAction, default=True,
                        help="show the legal actions to the model")
    parser.add_argument("--memory", type=int, default=0, metavar="N",
                        help="show the last N decisions of the match with the chosen actions [default: 0]")
    parser.add_argument("--attempts", type=int, default=3, help="maximum number of answers of the model to one decision")
    parser.add_argument("--last", choices=["forfeit", "random"], default="random",
                        help="after the last attempt: forfeit the match, or play a random action, which is counted")
    parser.add_argument("--timeout-s", type=float, default=60, help="time limit of a request in seconds")
    parser.add_argument("--retries", type=int, default=5, help="maximum number of repetitions of a failed request")
    parser.add_argument("--retry-s", type=float, default=1,
                        help="seconds before the first repetition, doubled each time; the header Retry-After takes precedence")
    parser.add_argument("--keep", type=int, default=2000, help="number of characters of an answer that are recorded")
    parsed = parser.parse_args(arguments)
    if parsed.attempts < 1 or parsed.memory < 0 or parsed.retries < 0:
        parser.error("expected at least 1 attempt, and no negative memory or retries")
    return parsed


if __name__ == "__main__":
    player = Player(options())
    ergobot.play(f"llm.py {player.options.model}", player.choose)
