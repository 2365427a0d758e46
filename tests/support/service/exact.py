"""Schemas that allow no field beyond those that are declared: a message that has one more, or lacks one, is found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import jsonschema_rs
import msgspec

_REF = "#/components/schemas/{name}"


def exact(described: Mapping[str, Any]) -> dict[str, Any]:
    """A description in which every object with declared fields has those fields alone."""
    components = described["components"]
    schemas = {
        name: {"additionalProperties": False, **schema} if "properties" in schema else schema
        for name, schema in components["schemas"].items()
    }
    return {**described, "components": {**components, "schemas": schemas}}


def validator(*models: object) -> jsonschema_rs.Draft202012Validator:
    """Holds a value to one of some schemas exactly."""
    found, components = msgspec.json.schema_components(models, ref_template=_REF)
    return jsonschema_rs.Draft202012Validator({"anyOf": list(found), **exact({"components": {"schemas": components}})})
