"""Tasks of members through a client written from the documents alone. Prints a line for each step."""

import os
import re
import struct
import sys
import time
import uuid
import zlib

import requests
from socketio.exceptions import ConnectionError as ConnectionRefused

from client import Client, Gateway, Refused, Socket
from documents import Documents

documents = Documents(os.environ["DOCUMENTS"])
first = Gateway(os.environ["FIRST_ADDRESS"], os.environ["FIRST_ORIGIN"])
second = Gateway(os.environ["SECOND_ADDRESS"], os.environ["SECOND_ORIGIN"])
HARNESS = os.environ["HARNESS"]
PASSWORD = "mauve tractor 41"


def refused(code: str, work, *given, **named) -> Refused:
    """Returns the refusal of a call or an event, which must have this code."""
    try:
        answer = work(*given, **named)
    except Refused as refusal:
        assert refusal.code == code, f"refused with {refusal.code}, not {code}"
        return refusal
    raise AssertionError(f"was not refused with {code}: {answer}")


def until(ask, seconds: float = 15):
    """Repeats `ask` until it returns a value: gateways may cache old state for a few seconds."""
    for _ in range(int(seconds * 4)):
        found = ask()
        if found:
            return found
        time.sleep(0.25)
    raise AssertionError("never came")


def drawing(width: int, height: int, shade: int) -> bytes:
    """A PNG of one colour."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    line = b"\0" + bytes([shade, 90, 120]) * width
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(line * height)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + data


def newcomer(gateway: Gateway, name: str, **wishes) -> tuple[Client, str]:
    """A member who signed up and opened the mailed link, and their address."""
    client = Client(documents, gateway)
    email = f"{name.lower()}@mail.example"
    form = {
        "key": str(uuid.uuid4()), "email": email, "name": name, "gender": "female", "sexuality": "bi",
        "date_of_birth": "1990-06-15", "country": "NL", "region": "NH", "password": PASSWORD, "language": "en",
    }
    assert client.call("signUp", **{**form, **wishes}) == {"email": email}
    stranger = Client(documents, gateway)
    refused("NOT_CONFIRMED", stranger.call, "logIn", email=email, password=PASSWORD)
    refused("NOT_CONFIRMED", client.call, "getChats")
    assert client.call("getUser")["user"]["status"] == "not_confirmed"
    mail = requests.get(f"{HARNESS}/mail", params={"to": email}, timeout=60).text
    token = re.search(r"token=([\w-]+)", mail)
    assert token, mail
    assert client.call("activate", token=token[1])["user"]["status"] == "active"
    return client, email


def balance(client: Client) -> int:
    return client.call("getUser")["user"]["credits"]


def message(profile: str, text: str, key: str | None = None, **more) -> dict:
    return {"clientId": key or str(uuid.uuid4()), "profile": profile, "text": text, "credits": 1, **more}


step_number = 0


def step(title: str) -> None:
    global step_number
    step_number += 1
    print(f"{step_number}. {title}", flush=True)


step("signs up, opens the mailed link, logs in and out by public calls")
ada, ada_email = newcomer(first, "Ada")
ben, _ = newcomer(second, "Ben", gender="male")
carl, _ = newcomer(first, "Carl", gender="male")
dora, _ = newcomer(first, "Dora")
ids = {name: c.call("getUser")["user"]["id"] for name, c in {"ada": ada, "ben": ben, "carl": carl, "dora": dora}.items()}
phone = Client(documents, first)
refused("LOGIN_FAILED", phone.call, "logIn", email=ada_email, password="not hers at all")
assert phone.call("logIn", email=ada_email, password=PASSWORD)["user"]["id"] == ids["ada"]
assert len(ada.call("getSessions")["sessions"]) == 2
guesser = Client(documents, first)
for _ in range(4):
    refused("LOGIN_FAILED", guesser.call, "logIn", email="dora@mail.example", password="a guess of mine")
blocked = refused("LOGIN_BLOCKED", guesser.call, "logIn", email="dora@mail.example", password="a guess of mine")
assert blocked.status == 429 and blocked.error["error"]["values"]["minutes"] >= 1

step("gets the refusals of every call")
without = {"Origin": None}
refused("FOREIGN_ORIGIN", ada.call, "likeProfile", profile=ids["ben"], headers=without)
refused("FOREIGN_ORIGIN", ada.call, "logOut", headers={"Origin": "https://elsewhere.example"})
refused("ANOTHER_MEMBER", ada.call, "getChats", headers={"X-Member": ids["ben"]})
gone = refused("AUTHENTICATION_REQUIRED", Client(documents, first).call, "getChats")
assert gone.error["authentication_required"] is True
assert ada.read("getLiveness", ada.send("GET", "/health/live")) == {"ok": True}
assert ada.read("getReadiness", ada.send("GET", "/health/ready"))["ok"] is True
wrong_method = ada.send("PATCH", "/api/chats.php")
assert wrong_method.status_code == 405 and wrong_method.headers["allow"] == "GET"
assert wrong_method.json()["error"]["code"] == "METHOD_NOT_ALLOWED"
assert ada.send("GET", "/api/nothing.php").status_code == 404
refused("UNSUPPORTED_MEDIA_TYPE", lambda: ada.read("likeProfile", ada.send("POST", "/api/like.php", data="x=1")))
large = b'{"email":"' + b"x" * 128 * 1024 + b'"}'
as_json = {"Content-Type": "application/json"}
refused("PAYLOAD_TOO_LARGE", lambda: ada.read("logIn", ada.send("POST", "/api/user.php", as_json, data=large)))
unknown = {"profile": ids["ben"], "more": 1}
fields = refused("VALIDATION_FAILED", lambda: ada.read("likeProfile", ada.send("POST", "/api/like.php", json=unknown)))
assert fields.error["error"]["fields"] == {"more": "INVALID"}
refused("VALIDATION_FAILED", lambda: ada.read("getStatement", ada.send("GET", "/api/statement.php?before=1e3")))

step("connects a socket only with the site's origin, a session and the right member")
for options in ({"origin": "https://elsewhere.example"}, {"transport": "polling"}):
    try:
        Socket(ada, **options)
    except (ConnectionRefused, Refused):
        continue
    raise AssertionError(f"was let in with {options}")
refused("AUTHENTICATION_REQUIRED", Socket, Client(documents, first))
refused("ANOTHER_MEMBER", Socket, ada, member=ids["ben"])

step("connects, and receives the current version")
ada_live, phone_live = ada.connect(member=ids["ada"]), phone.connect()
ben_live = ben.connect()
hello = ada_live.wait("sync:ticked")
documents.check_shape("Version", hello["version"])
assert ada_live.io.eio.ping_interval == 25 and ada_live.io.eio.ping_timeout == 20

step("reads its chats, and searches profiles")
assert ada.call("getChats")["chats"] == []
cards = ada.call("searchMembers", gender="male", country="NL", min_age=18, max_age=60)["results"]
assert ids["ben"] in [card["id"] for card in cards]
refused("PREMIUM_REQUIRED", ada.call, "searchMembers", hair_color="red")
price = ada.call("getMessagePrice", profile=ids["ben"])
assert (price["message_credits"], price["credits"], price["conversations_left"]) == (1, 3, 2)

step("sends a paid message, retries its key, and both other devices receive it once")
hello_ben = message(ids["ben"], "Good morning, Ben")
sent = ada_live.ask("message:send", hello_ben)
documents.check_shape("SendOutput", sent)
assert sent["balance"]["credits"] == 2
again = ada_live.ask("message:send", hello_ben)
assert again["message"]["seq"] == sent["message"]["seq"] and balance(ada) == 2
assert ada.call("postMessage", **hello_ben)["message"] == again["message"]
conversation = sent["message"]["conversation"]
for device in (ben_live, phone_live):
    received = device.wait("message:created", lambda p: p["message"]["seq"] == sent["message"]["seq"])
    documents.check_shape("Message", received["message"])
assert {p["message"]["seq"] for name, p in ben_live.received if name == "message:created"} == {1}
refused("KEY_REUSED", ada_live.ask, "message:send", {**hello_ben, "text": "Other words"})

step("gets the refusals of events in the documents")
refused("VALIDATION_FAILED", ada_live.ask, "message:send", {"text": "no key"})
refused("UNKNOWN_EVENT", ada_live.ask, "no:such", {})
refused("MESSAGE_EMPTY", ada_live.ask, "message:send", message(ids["ben"], "   "))
length = ada.call("getSettings")["settings"]["message_length"]
refused("MESSAGE_TOO_LONG", ada_live.ask, "message:send", message(ids["ben"], "x" * (length + 1)))
dearer = refused("PRICE_CHANGED", ada_live.ask, "message:send", message(ids["ben"], "For nothing", credits=0))
assert dearer.error["values"]["credits"] == 1
refused("NOT_FOUND", ada_live.ask, "conversation:read", {"conversation": "0" * 24, "seq": 1})
ada_live.io.emit("message:send", message(ids["ben"], "Without an ack it is dropped"))
for _ in range(8):
    ada_live.ask("conversation:type", {"profile": ids["ben"]})
refused("RATE_LIMITED", ada_live.ask, "conversation:type", {"profile": ids["ben"]})
ben_live.wait("conversation:typed", lambda p: p["conversation"] == conversation)
assert balance(ada) == 2

step("marks received and read, reacts, and likes")
ben_live.ask("conversation:receive", {"conversation": conversation, "seq": 1})
ada_live.wait("conversation:delivered", lambda p: p["deliveredSeq"] == 1)
(chat,) = ben.call("getChats")["chats"]
assert chat["num_unread_messages"] == 1
assert ben_live.ask("conversation:read", {"conversation": conversation, "seq": 1})["num_unread_messages"] == 0
assert ben.call("postRead", conversation=conversation, seq=1)["readSeq"] == 1
refused("MESSAGE_READ", ada.call, "unsendMessage", conversation=conversation, seq=1)
ben.call("reactToMessage", conversation=conversation, seq=1, emoji="🔥")
reacted = ada_live.wait("message:reacted")
documents.check_shape("Reaction", reacted["reaction"])
assert ada.call("likeProfile", profile=ids["ben"]) == {"matched": False}
ben_live.wait("like:received", lambda p: p["profile"]["id"] == ids["ada"])
assert ben.call("likeProfile", profile=ids["ada"]) == {"matched": True}
ada_live.wait("match:created", lambda p: p["profile"]["id"] == ids["ben"])
assert [m["id"] for m in ada.call("getLikes")["matches"]] == [ids["ben"]]

step("sends an expired message again under its key and .2")
expired = message(ids["ada"], "Late, but here", str(uuid.uuid4()))
requests.post(f"{HARNESS}/expire", json={"member": ids["ben"], "input": expired}, timeout=60).raise_for_status()
refused("SEND_EXPIRED", ben_live.ask, "message:send", expired)
late = ben_live.ask("message:send", {**expired, "clientId": expired["clientId"] + ".2"})
assert late["message"]["text"] == "Late, but here" and late["balance"]["credits"] == 2

step("uploads photos up to the limit, and fetches them from /media")
first_photo = ada.call("uploadPhoto", key=str(uuid.uuid4()), picture=drawing(480, 600, 30))
for shade in range(1, first_photo["photo_limit"]):
    ada.call("uploadPhoto", key=str(uuid.uuid4()), picture=drawing(480, 600, 60 * shade))
refused("PHOTO_LIMIT_FREE", ada.call, "uploadPhoto", key=str(uuid.uuid4()), picture=drawing(480, 600, 200))
ada.call("removePhoto", id=first_photo["id"])
small = re.search(r"profile photo has at least (\d+) pixels", documents.document["info"]["description"])
tiny = drawing(int(small[1]) - 1, 600, 5)
refused("PHOTO_TOO_SMALL", ada.call, "uploadPhoto", key=str(uuid.uuid4()), picture=tiny)
refused("PHOTO_UNREADABLE", ada.call, "uploadPhoto", key=str(uuid.uuid4()), picture=b"no picture at all")
over = b"\0" * (12 * 1024 * 1024 + 1)
refused("PHOTO_TOO_LARGE", ada.call, "uploadPhoto", key=str(uuid.uuid4()), picture=over)
seen = until(lambda: ben.call("getProfile", id=ids["ada"])["profile"]["pictures"])
assert len(seen) == first_photo["photo_limit"] - 1, seen
shown = ben.picture(seen[0]["filename"])
assert shown.status_code == 200 and shown.headers["content-type"] == "image/webp" and shown.content[8:12] == b"WEBP"
assert carl.picture(seen[0]["filename"]).status_code == 404

step("sends a photo in the chat, which is covered until it is accepted")
draft = ben.call("uploadChatPhoto", key=str(uuid.uuid4()), picture=drawing(500, 500, 99))
gift = message(ids["ada"], "", photo=draft["id"], credits=2)
assert ben_live.ask("message:send", gift)["message"]["kind"] == "photo"
(view,) = ada.call("getChatPhotos", ids=draft["id"])["photos"]
assert view["covered"] is True
open_view = ada.call("acceptChatPhoto", photo=draft["id"])
picture = ada.picture(open_view["filename"])
assert picture.status_code == 200
assert ada.picture(open_view["filename"], {"If-None-Match": picture.headers["etag"]}).status_code == 304

step("runs out of conversations and credits")
ada.call("postMessage", **message(ids["carl"], "Hello, Carl"))
refused("CONVERSATION_LIMIT", ada.call, "postMessage", **message(ids["dora"], "Hello, Dora"))
ada.call("postMessage", **message(ids["ben"], "My last credit"))
refused("NOT_ENOUGH_CREDITS", ada_live.ask, "message:send", message(ids["ben"], "One too many"))
statement = ada.call("getStatement")
assert statement["credits"] == 0 and sum(entry["credits"] for entry in statement["entries"]) == 0

step("blocks, and gets the event")
carl.call("blockProfile", profile=ids["ada"])
refused("BLOCKED_BY", ada_live.ask, "message:send", message(ids["carl"], "Still there?"))
refused("BLOCKED_BY_YOU", carl.call, "postMessage", **message(ids["ada"], "I am not"))

step("downloads its statement up to the limit, and gets the retry time")
table = ada.send("GET", "/api/statement-csv.php?zone=Europe/Rome&format=de-CH")
assert table.headers["content-type"].startswith("text/csv") and table.text.count("\n") >= 4
for _ in range(19):
    assert ada.send("GET", "/api/statement-csv.php").status_code == 200
limited = refused("RATE_LIMITED", lambda: ada.read("getStatementFile", ada.send("GET", "/api/statement-csv.php")))
assert limited.status == 429 and int(limited.headers["retry-after"]) >= 1

step("loses the connection with a frame over the limit, and connects again")
most = int(re.search(r"at most ([\d,]+) bytes", documents.events)[1].replace(",", ""))
dora_live = dora.connect()
dora_live.io.emit("message:send", message(ids["ben"], "x" * most), callback=lambda *_: None)
for _ in range(200):
    if not dora_live.io.connected:
        break
    time.sleep(0.05)
assert not dora_live.io.connected
dora.connect().close()

step("logs out: this session ends on HTTP and on its sockets, the other one stays")
assert phone.call("logOut") == {"ok": True}
phone_live.wait("session:ended")
refused("AUTHENTICATION_REQUIRED", phone.call, "getUser")
assert ada.call("getUser")["user"]["id"] == ids["ada"]
for live in (ada_live, ben_live):
    live.close()
print(f"{step_number} steps", flush=True)
sys.exit(0)
