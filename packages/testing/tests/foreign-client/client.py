"""A client of Heartline, written from openapi.json and events.md alone."""

from http.cookies import SimpleCookie

import requests
import socketio
from socketio.exceptions import ConnectionError as ConnectionRefused

from documents import Documents


class Refused(Exception):
    """A call or an event was refused."""

    def __init__(self, code: str, status: int | None = None, error: dict | None = None, headers=None):
        super().__init__(f"{status or ''} {code}")
        self.code, self.status, self.error, self.headers = code, status, error or {}, headers or {}


class Gateway:
    """Address of a gateway, and host and origin of its site."""

    def __init__(self, address: str, origin: str):
        self.address, self.origin = address, origin
        self.host = origin.split("://")[1]


class Client:
    """The client of one browser: cookies, calls and a socket."""

    def __init__(self, documents: Documents, gateway: Gateway):
        self.documents, self.gateway = documents, gateway
        self.cookies: dict[str, str] = {}
        self.http = requests.Session()

    def headers(self) -> dict[str, str]:
        """Adds cookies itself, since `requests` sends no secure cookies over plain HTTP."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {
            "Host": self.gateway.host,
            "Origin": self.gateway.origin,
            **({"Cookie": cookie} if cookie else {}),
        }

    def send(self, method: str, path: str, headers: dict | None = None, **body) -> requests.Response:
        """Sends any request. A header of None is omitted."""
        wanted = {k: v for k, v in {**self.headers(), **(headers or {})}.items() if v is not None}
        url = self.gateway.address + path
        answer = self.http.request(method, url, headers=wanted, timeout=30, allow_redirects=False, **body)
        # `requests` would send its cookies by its own rules.
        self.http.cookies.clear()
        for line in answer.raw.headers.getlist("set-cookie"):
            for name, morsel in SimpleCookie(line).items():
                if morsel.value:
                    self.cookies[name] = morsel.value
                else:
                    self.cookies.pop(name, None)
        return answer

    def call(self, name: str, /, headers: dict | None = None, picture: bytes | None = None, **given):
        """Makes a call by its operation id and checks the answer against the document. Throws Refused."""
        method, path, body = self.documents.request(name, given)
        if picture is None:
            sent = {"json": body} if body is not None else {}
        else:
            sent = {"data": picture}
            headers = {"Content-Type": "image/png", **(headers or {})}
        answer = self.send(method, path, headers, **sent)
        return self.read(name, answer)

    def read(self, name: str, answer: requests.Response):
        """The answer of an operation, checked against the document."""
        is_json = answer.headers["content-type"].startswith("application/json")
        body = answer.json() if is_json else answer.content
        self.documents.check_answer(name, answer.status_code, body)
        if answer.status_code >= 400:
            raise Refused(body["error"]["code"], answer.status_code, body, answer.headers)
        return body

    def picture(self, filename: str, headers: dict | None = None) -> requests.Response:
        """A picture: `cdn_prefix` of the settings, then its filename."""
        prefix = self.call("getSettings")["settings"]["cdn_prefix"]
        return self.send("GET", prefix + filename, headers)

    def connect(self, **options) -> "Socket":
        return Socket(self, **options)


class Socket:
    """A socket of a client that stores its events."""

    def __init__(self, client: Client, origin: str | None = None, member: str | None = None, transport="websocket"):
        self.documents = client.documents
        self.received: list[tuple[str, dict]] = []
        self.refusal = None
        self.io = socketio.Client(
            reconnection=False,
            websocket_extra_options={"host": client.gateway.host, "origin": origin or client.gateway.origin},
        )
        self.io.on("*", lambda name, payload: self.received.append((name, payload)))
        self.io.on("connect_error", self._refused)
        cookie = client.headers().get("Cookie")
        try:
            self.io.connect(
                client.gateway.address,
                headers={"Cookie": cookie} if cookie else {},
                auth={"member": member} if member else {},
                transports=[transport],
                wait_timeout=10,
            )
        except ConnectionRefused:
            if isinstance(self.refusal, dict):
                raise Refused(self.refusal["message"]) from None
            raise

    def _refused(self, why) -> None:
        self.refusal = why

    def ask(self, name: str, payload) -> dict:
        """Sends an event and returns the value of its ack. Throws Refused."""
        ack = self.io.call(name, payload, timeout=20)
        if not ack["ok"]:
            raise Refused(ack["refusal"]["code"], None, ack["refusal"])
        return ack["value"]

    def wait(self, name: str, fits=lambda payload: True, seconds: float = 15) -> dict:
        """The first event of this name that fits, received already or later."""
        for _ in range(int(seconds * 20)):
            found = next((p for n, p in self.received if n == name and fits(p)), None)
            if found is not None:
                return found
            self.io.sleep(0.05)
        raise AssertionError(f"{name} was not received; received {[n for n, _ in self.received]}")

    def close(self) -> None:
        self.io.disconnect()
