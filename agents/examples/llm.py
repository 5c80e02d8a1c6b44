"""A language model as a bot, for any server with an OpenAI-compatible endpoint (POST BASE_URL/chat/completions).

    agent = { kind = "process", command = "python3 llm.py --base-url http://127.0.0.1:8391/v1 --model NAME", text = true,
              move_ms = 600000, reuse = true }

It needs `text = true`: the rules, the position and the legal actions in words. The model must end its answer with
`ACTION: <one of the legal actions>`. An answer that names no legal action is told to the model with the reason, up to
`--attempts` times. `python3 llm.py --help` lists all settings. The key of the server is read from the environment variable
that `--key-env` names; it is sent to the server only.

Each answer carries `info` for answers.jsonl and usage.csv: attempts (answers of the model that were judged), retries (requests
that failed and were repeated), first_legal, fallback, tokens_in, tokens_out, text.
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

# Also in bold, as **ACTION: x** and **ACTION:** x.
ACTION = re.compile(r"\*\*ACTION:\s*(.+?)\*\*|ACTION:(?:\*\*)?\s*(.+)", re.IGNORECASE)
# Marks around an action that are no part of it.
PAIRS = {"``", '""', "''", "**", "<>"}
# HTTP statuses of a server that is busy or has failed. Other errors, such as a wrong key, do not pass.
PASSING = {408, 409, 429, 500, 502, 503, 504, 529}
SYSTEM = """You play a game. These are its rules.

{rules}
You choose one action at a time. Think briefly. End your answer with a line of this form, and nothing after it:
ACTION: <action>"""


class Unanswered(Exception):
    """The server gave no answer, however often it was asked."""


class Server:
    """The endpoint that is asked."""

    def __init__(self, options):
        self.options = options
        self.url = options.base_url.rstrip("/") + "/chat/completions"
        self.key = os.environ.get(options.key_env, "") if options.key_env else ""
        is_local = urllib.parse.urlsplit(self.url).hostname in {"127.0.0.1", "localhost", "::1"}
        self.opener = urllib.request.build_opener(*[urllib.request.ProxyHandler({})] if is_local else [])
        if options.key_env and not self.key:
            sys.exit(f"llm.py: the environment variable {options.key_env} is not set, expected the key of {options.base_url}")

    def hidden(self, text):
        """`text` without the key, should a server repeat it."""
        return text.replace(self.key, "[key]") if self.key else text

    def ask(self, messages, info):
        """The text of the model's answer, empty if it has none. Counts retries and tokens in `info`."""
        body = {"model": self.options.model, "messages": messages, "temperature": self.options.temperature,
                "max_tokens": self.options.max_tokens}
        request = urllib.request.Request(self.url, json.dumps(body).encode(), {"Content-Type": "application/json"})
        if self.key:
            # The key does not follow a redirection to another server.
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
                text = self.hidden(choice["message"].get("content") or "")
                # The last line of an answer that was cut off is not whole.
                return text.rpartition("\n")[0] if choice.get("finish_reason") == "length" else text
            except urllib.error.HTTPError as error:
                reason = f"HTTP status {error.code}"
                if error.code not in PASSING:
                    said = self.hidden(error.read(300).decode("utf-8", "replace"))
                    raise Unanswered(f"{reason}: {said}") from None
                wait = retry_after(error.headers.get("Retry-After"), wait)
            # No connection, no answer in time, a body that is cut short or no JSON.
            except (OSError, http.client.HTTPException, ValueError, LookupError, TypeError, AttributeError) as error:
                reason = f"{type(error).__name__}: {error}"
            info["retries"] += 1
            if failed < self.options.retries:
                time.sleep(wait)
        raise Unanswered(self.hidden(reason))


def retry_after(header, otherwise):
    """The seconds of a Retry-After header, at most a minute; `otherwise` where it is none."""
    try:
        return min(max(float(header), 0), 60)
    except (TypeError, ValueError):
        return otherwise


def read_action(answer, legal):
    """The legal action that an answer names, and else what is wrong with it."""
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
    """Plays one match after another."""

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
            told = zip(decision.legal, decision.text["actions"])
            question += "\nLegal actions:\n" + "".join(f"{action}  (you {says})\n" for action, says in told)
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
        # No legal action has the place -1: the match is forfeited.
        return -1 if action is None else action, info

    def attempt(self, messages, decision, info):
        """The action that the model chooses within the allowed attempts, if it does, and its last answer."""
        answer = ""
        for _ in range(self.options.attempts):
            try:
                answer = self.server.ask(messages, info)
            except Unanswered as error:
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
    parser.add_argument("--base-url", required=True, help="such as http://127.0.0.1:8391/v1")
    parser.add_argument("--model", required=True, help="the name of the model, as the server knows it")
    parser.add_argument("--key-env", help="the NAME of the environment variable with the key [default: no key]")
    parser.add_argument("--temperature", type=float, default=0.7)
    parser.add_argument("--max-tokens", type=int, default=256, help="tokens of an answer")
    parser.add_argument("--prompt", help="a file with the system prompt, in which {rules} stands for the rules")
    parser.add_argument("--list-actions", action=argparse.BooleanOptionalAction, default=True,
                        help="show the legal actions to the model")
    parser.add_argument("--memory", type=int, default=0, metavar="N",
                        help="show the last N decisions of the match with the chosen actions [default: 0]")
    parser.add_argument("--attempts", type=int, default=3, help="answers of the model to one decision")
    parser.add_argument("--last", choices=["forfeit", "random"], default="random",
                        help="what follows the last attempt: forfeit the match, or play a random action, which is counted")
    parser.add_argument("--timeout-s", type=float, default=60, help="seconds of a request")
    parser.add_argument("--retries", type=int, default=5, help="how often a failed request is repeated")
    parser.add_argument("--retry-s", type=float, default=1,
                        help="seconds before the first repetition, doubled each time; Retry-After takes precedence")
    parser.add_argument("--keep", type=int, default=2000, help="characters of an answer that are recorded")
    found = parser.parse_args(arguments)
    if found.attempts < 1 or found.memory < 0 or found.retries < 0:
        parser.error("expected at least 1 attempt, and no negative memory or retries")
    return found


if __name__ == "__main__":
    player = Player(options())
    ergobot.play(f"llm.py {player.options.model}", player.choose)
