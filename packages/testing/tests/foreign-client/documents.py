"""Address, input and answers of every operation in openapi.json."""

import json
from pathlib import Path
from urllib.parse import urlencode

from jsonschema import Draft202012Validator
from openapi_spec_validator import validate
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

ROOT = "urn:heartline"


class Documents:
    """The OpenAPI document, checked by an external validator."""

    def __init__(self, folder: str):
        self.document = json.loads(Path(folder, "openapi.json").read_text("utf8"))
        self.events = Path(folder, "events.md").read_text("utf8")
        validate(self.document)
        resource = Resource.from_contents(self.document, default_specification=DRAFT202012)
        self._registry = Registry().with_resource(ROOT, resource)
        self.operations = {
            operation["operationId"]: (method.upper(), path, operation)
            for path, item in self.document["paths"].items()
            for method, operation in item.items()
        }

    def request(self, name: str, given: dict) -> tuple[str, str, dict | None]:
        """Method, address and JSON body of an operation with this input, checked by its schema."""
        method, path, operation = self.operations[name]
        pointer = f"/paths/{_escape(path)}/{method.lower()}"
        in_query = {p["name"] for p in operation.get("parameters", []) if p.get("in") == "query"}
        query = {key: value for key, value in given.items() if key in in_query}
        rest = {key: value for key, value in given.items() if key not in in_query}
        content = operation.get("requestBody", {}).get("content", {})
        address = path + (("&" if "?" in path else "?") + urlencode(query) if query else "")
        if "application/json" not in content:
            assert not rest, f"{name} takes no {rest}"
            return method, address, None
        self.check(f"{pointer}/requestBody/content/application~1json/schema", rest)
        return method, address, rest

    def check_answer(self, name: str, status: int, body) -> None:
        """Fails unless the document allows this answer of the operation."""
        method, path, operation = self.operations[name]
        assert str(status) in operation["responses"], f"{name} answered {status}: {body}"
        answer = operation["responses"][str(status)]
        if "application/json" not in answer.get("content", {}):
            return
        pointer = f"/paths/{_escape(path)}/{method.lower()}/responses/{status}"
        self.check(f"{pointer}/content/application~1json/schema", body)
        if status >= 400:
            code = body["error"]["code"]
            assert code in answer["description"], f"{name} may not answer {status} {code}"

    def check_shape(self, name: str, value) -> None:
        """Fails unless a value of an event has the shape of this name."""
        self.check(f"/components/schemas/{name}", value)

    def check(self, pointer: str, value) -> None:
        validator = Draft202012Validator({"$ref": f"{ROOT}#{pointer}"}, registry=self._registry)
        problems = [f"{problem.json_path}: {problem.message}" for problem in validator.iter_errors(value)]
        assert not problems, f"{pointer}: {problems[:3]}"


def _escape(part: str) -> str:
    """A part of a JSON pointer inside the fragment of an address."""
    return part.replace("~", "~0").replace("/", "~1").replace("?", "%3F").replace("{", "%7B").replace("}", "%7D")
