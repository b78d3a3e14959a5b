import { describe, expect, test } from "vitest";
import { fakePorts, validArguments } from "../../test/support/fake-ports.ts";
import { fail, PortsideError } from "../core/errors.ts";
import type { Around } from "./around.ts";
import { createTools } from "./catalog.ts";
import { profiles } from "./profiles.ts";
import type { ToolResult } from "./result.ts";

type ProfileName = keyof typeof profiles;

/** Every tool of every profile with arguments it accepts. */
const everyTool = Object.entries(validArguments).map(([key, args]) => {
  const [profile, tool] = key.split(" ") as [ProfileName, string];
  return { profile, tool, args };
});

function failureOf(result: ToolResult) {
  if (result.status === "ok") throw new Error(`it was done: ${result.text}`);
  return result;
}

test("the table of valid arguments names every tool there is", () => {
  const all = Object.entries(profiles).flatMap(([name, { tools, byName = [] }]) =>
    [...tools, ...byName].map((tool) => `${name} ${tool.name}`),
  );
  expect(Object.keys(validArguments).sort()).toEqual(all.sort());
});

describe("arguments", () => {
  test.each(everyTool)("[#2] $profile $tool names an unknown property and calls no port", async ({ profile, tool, args }) => {
    const { ports, calls } = fakePorts();
    const result = failureOf(await createTools(ports, { profile: profiles[profile] }).call(tool, { ...args, frobnicate: 1 }));
    expect(result).toMatchObject({ status: "rejected", code: "invalid_arguments", effects: [] });
    expect(result.details["issues"]).toMatchObject([{ at: "frobnicate", problem: "unknown" }]);
    expect(result.text).toContain("frobnicate");
    expect(calls).toEqual([]);
  });

  test.each(everyTool)("[#6] $profile $tool refuses malformed JSON text", async ({ profile, tool }) => {
    const { ports, calls } = fakePorts();
    const result = failureOf(await createTools(ports, { profile: profiles[profile] }).call(tool, '{"path": "a'));
    expect(result).toMatchObject({ status: "rejected", code: "invalid_arguments" });
    expect(result.details["issues"]).toMatchObject([{ problem: "malformed_json" }]);
    expect(calls).toEqual([]);
  });

  test("[#3] apply_patch refuses a key twice, a wrong-case key, null for the patch, and text that is not JSON", async () => {
    const { ports, calls } = fakePorts();
    const tools = createTools(ports);
    const refusals = ['{"patch":"a","patch":"b"}', '{"Patch":"a"}', '{"patch":null}', '{"patch":'];
    const results = await Promise.all(refusals.map((args) => tools.call("apply_patch", args)));
    expect(results.map((result) => failureOf(result).code)).toEqual(Array(4).fill("invalid_arguments"));
    expect(failureOf(results[0] as ToolResult).details["issues"]).toEqual([{ at: "patch", problem: "duplicate_key" }]);
    expect((results[1] as ToolResult).text).toContain('it is called "patch"');
    expect(calls).toEqual([]);
  });

  test("[#4] null for an optional property is absent, null for a required one is a wrong type", async () => {
    const { ports, calls } = fakePorts();
    const tools = createTools(ports);
    expect((await tools.call("read", { path: "a.txt", offset: null, limit: null })).status).toBe("ok");
    expect(calls[0]?.request).toEqual({ path: "a.txt" });
    const edited = await tools.call("edit", { path: "a.txt", edits: [{ old_string: "a", new_string: "b", replace_all: null }] });
    expect(edited.status).toBe("ok");
    const refused = failureOf(await tools.call("read", { path: null }));
    expect(refused.details["issues"]).toEqual([{ at: "path", problem: "type", expected: "string", received: "null" }]);
    const missing = failureOf(await tools.call("read", {}));
    expect(missing.details["issues"]).toEqual([{ at: "path", problem: "missing", expected: "string" }]);
  });

  test("the scope profile refuses null for an optional property", async () => {
    const { ports, calls } = fakePorts();
    const result = failureOf(await createTools(ports, { profile: profiles.scope }).call("read", { path: "a.txt", start_line: null }));
    expect(result.details["issues"]).toMatchObject([{ at: "start_line", problem: "type", received: "null" }]);
    expect(calls).toEqual([]);
  });

  test("[#5] a rejection echoes the arguments once, in the order they were written", async () => {
    const written = '{"zeta": 1, "path": 2, "alpha": 3}';
    const result = failureOf(await createTools(fakePorts().ports).call("read", written));
    expect(result.details["received"]).toBe(written);
    expect(result.text.split(written)).toHaveLength(2);
  });

  test("long arguments are echoed up to 2,048 bytes, whole characters, and said to be cut", async () => {
    const content = "你".repeat(2_000);
    const result = failureOf(await createTools(fakePorts().ports).call("write", { content }));
    const received = result.details["received"] as string;
    const total = new TextEncoder().encode(JSON.stringify({ content })).length;
    expect(received).toMatch(new RegExp(`^\\{"content":"你+… \\(cut, ${total} bytes in all\\)$`));
    // 12 bytes of punctuation, then 3 bytes a character: 678 of them fit into 2,048.
    expect(received.match(/你/g)).toHaveLength(678);
  });

  test("[#14] a number above its maximum is refused with the maximum; the agentkit profile moves it there", async () => {
    const { ports, calls } = fakePorts();
    const tools = createTools(ports);
    for (const [tool, args, maximum] of [
      ["read", { path: "a", limit: 10_001 }, "10000"],
      ["glob", { pattern: "*", limit: 5_001 }, "5000"],
      ["grep", { pattern: "x", limit: 5_001 }, "5000"],
      ["grep", { pattern: "x", context: 21 }, "20"],
      ["list", { limit: 5_001 }, "5000"],
    ] as const) {
      const result = failureOf(await tools.call(tool, args));
      expect(result.code).toBe("invalid_arguments");
      expect(result.text).toContain(`at most ${maximum}`);
    }
    expect(calls).toEqual([]);
    const agentkit = createTools(ports, { profile: profiles.agentkit });
    await agentkit.call("list_files", { limit: 9_999 });
    await agentkit.call("find_files", { pattern: "*", limit: 9_999 });
    await agentkit.call("search_files", { pattern: "x", max_matches: 9_999 });
    await agentkit.call("read_file", { path: "a", limit: 9_999, offset: -3 });
    expect(calls.map(({ request }) => request["limit"])).toEqual([500, 1_000, 100, 2_000]);
    expect(calls[3]?.request["offset"]).toBe(1);
  });

  test.each<[string, object, readonly string[]]>([
    ["read", { limit: 0, offset: 0, path: "a" }, ["offset", "limit"]],
    ["grep", { context: -1, pattern: "x", limit: 0 }, ["limit", "context"]],
    ["tree", { depth: -1, limit: 0 }, ["limit", "depth"]],
    ["glob", { pattern: "*", limit: 0 }, ["limit"]],
    ["list", { limit: 0 }, ["limit"]],
    ["file_count", { limit: 0 }, ["limit"]],
  ])("[#15] %s refuses numbers below their minimum: offset, limit, context, depth in this order", async (tool, args, order) => {
    const { ports, calls } = fakePorts();
    const result = failureOf(await createTools(ports).call(tool, args));
    expect((result.details["issues"] as { at: string; problem: string }[]).map(({ at, problem }) => `${at} ${problem}`)).toEqual(
      order.map((name) => `${name} too_small`),
    );
    expect(calls).toEqual([]);
  });

  const numeric = everyTool.flatMap(({ profile, tool, args }) => {
    const definition = createTools(fakePorts().ports, { profile: profiles[profile] }).definitions.find(({ name }) => name === tool);
    const properties = (definition?.inputSchema["properties"] ?? {}) as Readonly<Record<string, { readonly type?: string }>>;
    return Object.keys(properties)
      .filter((name) => properties[name]?.type === "integer")
      .map((name) => ({ profile, tool, args, name }));
  });

  test.each(numeric)("[#16] $profile $tool: $name is skipped where it is absent", async ({ profile, tool, args, name }) => {
    const { ports, calls } = fakePorts();
    const tools = createTools(ports, { profile: profiles[profile] });
    expect(args).not.toHaveProperty(name);
    expect((await tools.call(tool, args)).status).toBe("ok");
    // Defaults of agentkit and scope are their own; elsewhere they are the port's, and nothing is sent.
    const sent = Object.values(calls[0]?.request ?? {}).some((value) => typeof value === "number");
    expect(sent && (profile === "default" || profile === "codemeld")).toBe(false);
    expect(failureOf(await tools.call(tool, { ...args, [name]: "7" })).details["issues"]).toMatchObject([{ at: name, problem: "type" }]);
  });

  test("every numeric argument is among them", () => {
    expect(
      numeric
        .filter(({ profile }) => profile === "default")
        .map(({ tool, name }) => `${tool} ${name}`)
        .sort(),
    ).toEqual([
      "file_count limit",
      "glob limit",
      "grep after",
      "grep before",
      "grep context",
      "grep limit",
      "list limit",
      "read column",
      "read limit",
      "read offset",
      "tree depth",
      "tree limit",
    ]);
  });

  test("a number that is no integer is a wrong type", async () => {
    const result = failureOf(await createTools(fakePorts().ports).call("read", { path: "a", limit: 1.5 }));
    expect(result.details["issues"]).toEqual([{ at: "limit", problem: "type", expected: "integer", received: "number" }]);
  });

  test("half a character is refused in content, and left to the port in a path", async () => {
    const { ports, calls } = fakePorts();
    const tools = createTools(ports);
    const content = failureOf(await tools.call("write", { path: "a", content: "x\ud800" }));
    expect(content.details["issues"]).toEqual([{ at: "content", problem: "not_well_formed" }]);
    const nested = failureOf(await tools.call("edit", { path: "a", edits: [{ old_string: "\udc00", new_string: "" }] }));
    expect(nested.details["issues"]).toEqual([{ at: "edits[0].old_string", problem: "not_well_formed" }]);
    await tools.call("read", { path: "a\ud800" });
    expect(calls).toMatchObject([{ port: "read", request: { path: "a\ud800" } }]);
  });

  test("what a rejection says of half a character is well formed", async () => {
    const { ports } = fakePorts({
      read: () => {
        throw fail("path_malformed", { path: "a\ud800", reason: "lone_surrogate" });
      },
    });
    const result = failureOf(await createTools(ports).call("read", { path: "a\ud800" }));
    expect(result.text.isWellFormed()).toBe(true);
    expect((result.details["path"] as string).isWellFormed()).toBe(true);
  });

  test.each([undefined, null, 7, [], "[]", '"text"', "null"])("%j is not an object", async (args) => {
    const result = failureOf(await createTools(fakePorts().ports).call("list", args));
    expect(result.details["issues"]).toMatchObject([{ at: "", problem: "type", expected: "object" }]);
  });

  test("__proto__ as a key is an unknown property", async () => {
    const result = failureOf(await createTools(fakePorts().ports).call("read", '{"path":"a","__proto__":{"limit":1}}'));
    expect(result.details["issues"]).toMatchObject([{ at: "__proto__", problem: "unknown" }]);
  });

  test("a tool that is not there is refused with those that are, the most alike first", async () => {
    const result = failureOf(await createTools(fakePorts().ports).call("edti", {}));
    expect(result).toMatchObject({ status: "rejected", code: "invalid_arguments", meta: { tool: "edti" } });
    expect((result.details["issues"] as { allowed: string[] }[])[0]?.allowed[0]).toBe("edit");
  });
});

describe("ports", () => {
  test.each(everyTool)("[#7] $profile $tool calls its port once", async ({ profile, tool, args }) => {
    const { ports, calls } = fakePorts();
    const result = await createTools(ports, { profile: profiles[profile] }).call(tool, args);
    expect(result).toMatchObject({ status: "ok", meta: { tool } });
    expect(calls).toHaveLength(1);
  });

  test.each([null, undefined])("[#8] a port given as %s throws when the tools are made", (port) => {
    expect(() => createTools({ read: port as never })).toThrow(expect.objectContaining({ code: "unavailable" }));
  });

  test("[#9] a backend that only reads gets read and nothing else", async () => {
    const { ports } = fakePorts();
    const tools = createTools({ read: ports.read });
    expect(tools.definitions.map(({ name }) => name)).toEqual(["read"]);
    expect(tools.has("write")).toBe(false);
    expect((await tools.call("read", { path: "a.txt" })).status).toBe("ok");
  });

  test("a port keeps its object", async () => {
    class Backend {
      readonly answer = fakePorts().ports.read;
      read(request: { path: string }) {
        return this.answer(request);
      }
    }
    const backend = new Backend();
    expect((await createTools({ read: (request) => backend.read(request) }).call("read", { path: "a" })).status).toBe("ok");
  });

  test("a call carries its id, its turn, the catalog's name and the tool", async () => {
    const { ports, calls } = fakePorts();
    await createTools(ports, { name: "reviewer" }).call("list", {}, { id: "c7", turn: "t1" });
    expect(calls[0]?.context).toMatchObject({ callId: "c7", turn: "t1", actor: "reviewer", by: "tool", tool: "list" });
  });

  test("the profile's dialect goes with every request that takes one", async () => {
    const { ports, calls } = fakePorts();
    const tools = createTools(ports, { profile: profiles.codemeld });
    await tools.call("read", { path: "a" });
    await tools.call("delete", { path: "a" });
    expect(calls[0]?.request["dialect"]).toEqual(profiles.codemeld.dialect);
    expect(calls[1]?.request).toEqual({ path: "a" });
  });
});

describe("failures", () => {
  test("[#17] nothing is called when the signal has fired", async () => {
    const { ports, calls } = fakePorts();
    for (const { profile, tool, args } of everyTool) {
      const result = await createTools(ports, { profile: profiles[profile] }).call(tool, args, { signal: AbortSignal.abort() });
      expect(failureOf(result)).toMatchObject({ status: "rejected", code: "aborted", effects: [] });
    }
    expect(calls).toEqual([]);
  });

  test.each(everyTool)("[#13] $profile $tool is named by its own failure", async ({ profile, tool, args }) => {
    const broken = (): never => {
      throw fail("not_found", { path: "a.txt" });
    };
    const { ports } = fakePorts();
    const failing = Object.fromEntries(Object.keys(ports).map((port) => [port, broken]));
    const result = failureOf(await createTools(failing, { profile: profiles[profile] }).call(tool, args));
    expect(result).toMatchObject({ code: "not_found", meta: { tool } });
  });

  test("[#19] a change that was refused is rejected, with a text for the model", async () => {
    const { ports } = fakePorts({
      write: () => {
        throw fail("is_a_directory", { path: "src" });
      },
    });
    const result = failureOf(await createTools(ports).call("write", { path: "src", content: "" }));
    expect(result).toMatchObject({ status: "rejected", code: "is_a_directory", details: { path: "src" }, effects: [] });
    expect(result.text).toContain('"src" is a directory');
  });

  test.each(["partial", "uncertain"] as const)("a commit that failed part-way is %s, with what was changed", async (status) => {
    const effects = [{ op: "modify", path: "a.txt" } as const];
    const { ports } = fakePorts({
      apply: () => {
        throw new PortsideError({ code: "io_error", details: { operation: "commit", reason: "disk" }, status, effects });
      },
    });
    const result = failureOf(await createTools(ports).call("apply_patch", { patch: "x" }));
    expect(result).toMatchObject({ status, code: "io_error", effects });
    expect(result.text).toContain('changed "a.txt"');
  });

  test("an error without a code is uncertain where something may have changed, and says what it was", async () => {
    const broken = (): never => {
      throw new TypeError("boom");
    };
    const tools = createTools(fakePorts({ write: broken, read: broken }).ports);
    const written = failureOf(await tools.call("write", { path: "a", content: "" }));
    expect(written).toMatchObject({ status: "uncertain", code: "io_error", details: { operation: "write", reason: "boom" } });
    const read = failureOf(await tools.call("read", { path: "a" }));
    expect(read).toMatchObject({ status: "rejected", code: "io_error", details: { operation: "read", reason: "boom" } });
  });
});

describe("one after another", () => {
  test("a serial call waits for those before it and holds those after it; parallel ones run together", async () => {
    const events: string[] = [];
    const gates: (() => void)[] = [];
    const held = (name: string) => async (): Promise<never> => {
      events.push(`${name} begins`);
      await new Promise<void>((resolve) => gates.push(resolve));
      events.push(`${name} ends`);
      throw fail("not_found", { path: name });
    };
    const tools = createTools({ read: held("read"), list: held("list"), write: held("write") });
    const calls = [
      tools.call("read", { path: "a" }),
      tools.call("list", {}),
      tools.call("write", { path: "a", content: "" }),
      tools.call("read", { path: "b" }),
    ];
    await settle();
    expect(events).toEqual(["read begins", "list begins"]);
    gates.splice(0).forEach((open) => open());
    await settle();
    expect(events.slice(2)).toEqual(["read ends", "list ends", "write begins"]);
    gates.splice(0).forEach((open) => open());
    await settle();
    expect(events.slice(5)).toEqual(["write ends", "read begins"]);
    gates.splice(0).forEach((open) => open());
    await Promise.all(calls);
  });

  test("a call that is aborted while it waits never reaches its port", async () => {
    let open = (): void => undefined;
    const { ports, calls } = fakePorts();
    const waiting = new Promise<void>((resolve) => (open = resolve));
    const controller = new AbortController();
    const tools = createTools({
      ...ports,
      write: async (request) => {
        await waiting;
        return ports.write(request);
      },
    });
    const first = tools.call("write", { path: "a", content: "" });
    const second = tools.call("read", { path: "a" }, { signal: controller.signal });
    const third = tools.call("read", { path: "b" });
    await settle();
    controller.abort();
    expect(await second).toMatchObject({ status: "rejected", code: "aborted" });
    open();
    expect([(await first).status, (await third).status]).toEqual(["ok", "ok"]);
    expect(calls.map(({ port, request }) => `${port} ${String(request["path"])}`)).toEqual(["write a", "read b"]);
  });

  test("readers may run side by side, whatever changes something may not [#10]", () => {
    const tools = createTools(fakePorts().ports);
    for (const tool of ["read", "glob", "grep", "list", "tree", "file_count", "read_image"])
      expect(tools.concurrency(tool)).toBe("parallel");
    for (const tool of ["write", "edit", "apply_patch", "create", "delete", "move", "mkdir"])
      expect(tools.concurrency(tool)).toBe("serial");
  });
});

/** Lets everything that can run now run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

describe("middlewares", () => {
  test("wrap a call in their order, and may change the call and the result", async () => {
    const seen: string[] = [];
    const outer: Around = async (call, next) => {
      seen.push(`outer ${call.name}`);
      const result = await next({ ...call, arguments: { path: "b.txt" } });
      return { ...result, text: `${result.text}!` };
    };
    const inner: Around = (call, next) => {
      seen.push(`inner ${JSON.stringify(call.arguments)}`);
      return next(call);
    };
    const { ports, calls } = fakePorts();
    const result = await createTools(ports, { around: [outer, inner] }).call("read", { path: "a.txt" });
    expect(seen).toEqual(["outer read", 'inner {"path":"b.txt"}']);
    expect(calls[0]?.request["path"]).toBe("b.txt");
    expect(result.text).toBe("one!");
  });

  test("one may answer itself", async () => {
    const { ports, calls } = fakePorts();
    const answer: ToolResult = { status: "ok", data: {}, text: "cached", effects: [], meta: { tool: "read", duration_ms: 0 } };
    expect((await createTools(ports, { around: [async () => answer] }).call("read", {})).text).toBe("cached");
    expect(calls).toEqual([]);
  });

  test("what is no result is a failure of the call; what was changed before is not hidden", async () => {
    const wrong: Around = async (call, next) => {
      await next(call);
      return { status: "fine" } as never;
    };
    const tools = createTools(fakePorts().ports, { around: [wrong] });
    expect(failureOf(await tools.call("read", { path: "a" }))).toMatchObject({ status: "rejected", code: "io_error" });
    const written = failureOf(await tools.call("write", { path: "a", content: "" }));
    expect(written).toMatchObject({ status: "partial", effects: [{ op: "create", path: "a.txt" }] });
  });

  test("one that throws before the call changed nothing; one that gives up while it changes something does not know", async () => {
    const before: Around = () => Promise.reject(new Error("no"));
    const args = { path: "a", content: "" };
    const early = failureOf(await createTools(fakePorts().ports, { around: [before] }).call("write", args));
    expect(early).toMatchObject({ status: "rejected", code: "io_error", details: { operation: "around", reason: "no" }, effects: [] });
    const impatient: Around = (call, next) => {
      void next(call);
      return Promise.reject(new Error("too slow"));
    };
    const { ports } = fakePorts({ write: () => new Promise(() => {}), read: () => new Promise(() => {}) });
    const tools = createTools(ports, { around: [impatient] });
    expect(await tools.call("write", args)).toMatchObject({ status: "uncertain", effects: [] });
    expect(await createTools(ports, { around: [impatient] }).call("read", { path: "a" })).toMatchObject({ status: "rejected" });
  });

  test("one that refuses after the change is partial, not rejected", async () => {
    const late: Around = async (call, next) => {
      await next(call);
      throw fail("permission_denied", { path: "a", capability: "write", reason: "too late" });
    };
    const result = failureOf(await createTools(fakePorts().ports, { around: [late] }).call("write", { path: "a", content: "" }));
    expect(result).toMatchObject({ status: "partial", code: "permission_denied", effects: [{ op: "create", path: "a.txt" }] });
  });
});

describe("meta", () => {
  test("the duration is the clock's", async () => {
    let now = 100;
    const clock = (): number => (now += 5);
    expect((await createTools(fakePorts().ports, { clock }).call("list", {})).meta.duration_ms).toBe(5);
    expect((await createTools(fakePorts().ports).call("list", {})).meta.duration_ms).toBe(0);
  });

  test("a path that led elsewhere is said, another plain spelling is not", async () => {
    const tools = createTools(fakePorts().ports);
    for (const path of ["a.txt", "./a.txt", "d/../a.txt", "/workspace/a.txt"]) {
      expect((await tools.call("read", { path })).meta).not.toHaveProperty("resolved_path");
    }
    for (const path of ["link.txt", "@a.txt", "file:///workspace/a.txt"]) {
      expect((await tools.call("read", { path })).meta.resolved_path).toBe("a.txt");
    }
  });
});

describe("mutation paths", () => {
  const tools = createTools(fakePorts().ports);

  test("come from the arguments alone, sorted, each once", () => {
    expect(tools.mutationPaths("move", { source: "b", destination: "a" })).toEqual(["a", "b"]);
    expect(tools.mutationPaths("write", { path: "x", content: "" })).toEqual(["x"]);
    expect(tools.mutationPaths("read", { path: "x" })).toEqual([]);
    const patch = "diff --git a/old.txt b/new.txt\nsimilarity index 100%\nrename from old.txt\nrename to new.txt\n";
    expect(tools.mutationPaths("apply_patch", { patch })).toEqual(["new.txt", "old.txt"]);
  });

  test("throw what the call would be rejected for", () => {
    expect(() => tools.mutationPaths("write", { path: "x" })).toThrow(expect.objectContaining({ code: "invalid_arguments" }));
    expect(() => tools.mutationPaths("apply_patch", { patch: "prose" })).toThrow(expect.objectContaining({ code: "patch_invalid" }));
  });
});
