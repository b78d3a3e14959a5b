import type { Definition } from "./definition.ts";

// Made by scripts/definitions.ts from the tools' schemas; change those and run it again.

/** The tools of each profile, as data: name, description, JSON Schema. */
export const definitions: Readonly<Record<"default" | "scope" | "agentkit" | "codemeld", readonly Definition[]>> =
  {
    "default": [
      {
        "name": "read",
        "description": "Read a text file, whole lines, without line numbers. A long file comes in pages; the answer ends with the call for the next.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "path": {
              "type": "string",
              "minLength": 1,
              "description": "File, relative to the root or absolute."
            },
            "offset": {
              "type": "integer",
              "minimum": 1,
              "description": "First line, from 1."
            },
            "limit": {
              "type": "integer",
              "minimum": 1,
              "maximum": 10000,
              "description": "Lines; 2000 by default."
            },
            "column": {
              "type": "integer",
              "minimum": 1,
              "description": "Byte column of that line to begin at; for lines too long for one answer."
            }
          },
          "required": [
            "path"
          ],
          "additionalProperties": false
        },
        "concurrency": "parallel",
        "offered": true
      },
      {
        "name": "write",
        "description": "Create a file, or replace all of it. Missing directories are made; a replaced file keeps its line endings and byte order mark.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "path": {
              "type": "string",
              "minLength": 1,
              "description": "File to create or replace."
            },
            "content": {
              "type": "string",
              "description": "The whole new content."
            },
            "expected_version": {
              "type": "string",
              "description": "Refuse if the file has another version."
            }
          },
          "required": [
            "path",
            "content"
          ],
          "additionalProperties": false
        },
        "concurrency": "serial",
        "offered": true
      },
      {
        "name": "edit",
        "description": "Replace exact text in one file.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "path": {
              "type": "string",
              "minLength": 1,
              "description": "File to change."
            },
            "edits": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "old_string": {
                    "type": "string",
                    "description": "Text as it stands in the file, indentation included; it must occur once."
                  },
                  "new_string": {
                    "type": "string",
                    "description": "What replaces it."
                  },
                  "replace_all": {
                    "type": "boolean",
                    "description": "Replace every occurrence."
                  }
                },
                "required": [
                  "old_string",
                  "new_string"
                ],
                "additionalProperties": false
              },
              "description": "All are matched against the file as it is, and all are applied or none."
            },
            "expected_version": {
              "type": "string",
              "description": "Refuse if the file has another version."
            },
            "dry_run": {
              "type": "boolean",
              "description": "Only show the diff."
            }
          },
          "required": [
            "path",
            "edits"
          ],
          "additionalProperties": false
        },
        "concurrency": "serial",
        "offered": true
      },
      {
        "name": "apply_patch",
        "description": "Apply a unified diff (git's format: modify, create, delete, rename) to many files, all or none.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "patch": {
              "type": "string",
              "description": "Unified diff of any number of files."
            },
            "expected_versions": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "path": {
                    "type": "string",
                    "minLength": 1,
                    "description": "File."
                  },
                  "version": {
                    "type": "string",
                    "description": "Its version, or \"absent\"."
                  }
                },
                "required": [
                  "path",
                  "version"
                ],
                "additionalProperties": false
              },
              "description": "Refuse if one of these files has another version."
            },
            "dry_run": {
              "type": "boolean",
              "description": "Only show the diff."
            }
          },
          "required": [
            "patch"
          ],
          "additionalProperties": false
        },
        "concurrency": "serial",
        "offered": true
      },
      {
        "name": "glob",
        "description": "Find files by the pattern of their path.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "pattern": {
              "type": "string",
              "minLength": 1,
              "description": "Relative to path: \"*.ts\" direct children, \"**/*.ts\" every level, \"src/{a,b}/**\"."
            },
            "path": {
              "type": "string",
              "description": "Directory to search; the root by default."
            },
            "type": {
              "type": "string",
              "enum": [
                "file",
                "dir",
                "any"
              ],
              "description": "What to list; file by default."
            },
            "ignore_case": {
              "type": "boolean",
              "description": "Match without regard to case."
            },
            "include_hidden": {
              "type": "boolean",
              "description": "Also names that begin with a dot."
            },
            "include_ignored": {
              "type": "boolean",
              "description": "Also what ignore files exclude."
            },
            "limit": {
              "type": "integer",
              "minimum": 1,
              "maximum": 5000,
              "description": "Paths; 250 by default."
            }
          },
          "required": [
            "pattern"
          ],
          "additionalProperties": false
        },
        "concurrency": "parallel",
        "offered": true
      },
      {
        "name": "grep",
        "description": "Search the contents of files.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "pattern": {
              "type": "string",
              "minLength": 1,
              "description": "Regular expression in ripgrep's syntax."
            },
            "path": {
              "type": "string",
              "description": "File or directory to search; the root by default."
            },
            "glob": {
              "type": "string",
              "description": "Only files it matches: \"*.ts\" by name, \"src/**/*.ts\" by path."
            },
            "file_type": {
              "type": "string",
              "description": "Only files of a ripgrep type, such as ts or py."
            },
            "case": {
              "type": "string",
              "enum": [
                "sensitive",
                "insensitive",
                "smart"
              ],
              "description": "sensitive by default."
            },
            "fixed": {
              "type": "boolean",
              "description": "The pattern is literal text."
            },
            "word": {
              "type": "boolean",
              "description": "Only whole words."
            },
            "multiline": {
              "type": "boolean",
              "description": "A match may cross lines, and . matches a newline."
            },
            "output": {
              "type": "string",
              "enum": [
                "content",
                "files",
                "count"
              ],
              "description": "Matching lines (default), files, or lines per file."
            },
            "before": {
              "type": "integer",
              "minimum": 0,
              "maximum": 20,
              "description": "Lines shown before a match."
            },
            "after": {
              "type": "integer",
              "minimum": 0,
              "maximum": 20,
              "description": "Lines shown after a match."
            },
            "context": {
              "type": "integer",
              "minimum": 0,
              "maximum": 20,
              "description": "Lines shown on both sides."
            },
            "include_hidden": {
              "type": "boolean",
              "description": "Also names that begin with a dot."
            },
            "include_ignored": {
              "type": "boolean",
              "description": "Also what ignore files exclude."
            },
            "limit": {
              "type": "integer",
              "minimum": 1,
              "maximum": 5000,
              "description": "Matching lines, or files; 250 by default."
            }
          },
          "required": [
            "pattern"
          ],
          "additionalProperties": false
        },
        "concurrency": "parallel",
        "offered": true
      },
      {
        "name": "list",
        "description": "List one directory.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "path": {
              "type": "string",
              "description": "Directory; the root by default."
            },
            "limit": {
              "type": "integer",
              "minimum": 1,
              "maximum": 5000,
              "description": "Entries; 250 by default."
            },
            "include_hidden": {
              "type": "boolean",
              "description": "Also names that begin with a dot."
            },
            "include_ignored": {
              "type": "boolean",
              "description": "Also what ignore files exclude."
            }
          },
          "additionalProperties": false
        },
        "concurrency": "parallel",
        "offered": true
      },
      {
        "name": "move",
        "description": "Move or rename a file or a directory with all below it. Nothing is overwritten.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "source": {
              "type": "string",
              "minLength": 1,
              "description": "File or directory to move."
            },
            "destination": {
              "type": "string",
              "minLength": 1,
              "description": "Its new path; its directory must exist."
            }
          },
          "required": [
            "source",
            "destination"
          ],
          "additionalProperties": false
        },
        "concurrency": "serial",
        "offered": true
      },
      {
        "name": "delete",
        "description": "Delete a file, a link (not what it points to) or an empty directory.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "path": {
              "type": "string",
              "minLength": 1,
              "description": "File, link or empty directory."
            }
          },
          "required": [
            "path"
          ],
          "additionalProperties": false
        },
        "concurrency": "serial",
        "offered": true
      },
      {
        "name": "create",
        "description": "Create a new file; refused when anything exists at the path. Missing directories are made.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "path": {
              "type": "string",
              "minLength": 1,
              "description": "File that must not exist yet."
            },
            "content": {
              "type": "string",
              "description": "The content."
            }
          },
          "required": [
            "path",
            "content"
          ],
          "additionalProperties": false
        },
        "concurrency": "serial",
        "offered": false
      },
      {
        "name": "mkdir",
        "description": "Create a directory and its missing parents.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "path": {
              "type": "string",
              "minLength": 1,
              "description": "Directory."
            }
          },
          "required": [
            "path"
          ],
          "additionalProperties": false
        },
        "concurrency": "serial",
        "offered": false
      },
      {
        "name": "read_image",
        "description": "Look at a PNG, JPEG, GIF or WebP image.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "path": {
              "type": "string",
              "minLength": 1,
              "description": "Image file."
            }
          },
          "required": [
            "path"
          ],
          "additionalProperties": false
        },
        "concurrency": "parallel",
        "offered": false
      },
      {
        "name": "tree",
        "description": "List a directory with everything below it.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "path": {
              "type": "string",
              "description": "Directory; the root by default."
            },
            "depth": {
              "type": "integer",
              "minimum": 0,
              "description": "Levels below it; all by default, as with 0."
            },
            "format": {
              "type": "string",
              "enum": [
                "ai",
                "human"
              ],
              "description": "ai (default): a path a line. human: indented names."
            },
            "limit": {
              "type": "integer",
              "minimum": 1,
              "maximum": 5000,
              "description": "Entries; 250 by default."
            },
            "include_hidden": {
              "type": "boolean",
              "description": "Also names that begin with a dot."
            },
            "include_ignored": {
              "type": "boolean",
              "description": "Also what ignore files exclude."
            }
          },
          "additionalProperties": false
        },
        "concurrency": "parallel",
        "offered": false
      },
      {
        "name": "file_count",
        "description": "Count files below a directory.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "path": {
              "type": "string",
              "description": "Directory to count below; the root by default."
            },
            "kinds": {
              "minItems": 1,
              "type": "array",
              "items": {
                "type": "string",
                "enum": [
                  "files",
                  "directories",
                  "symlinks"
                ]
              },
              "description": "What is counted; files by default."
            },
            "include_globs": {
              "type": "array",
              "items": {
                "type": "string"
              },
              "description": "Count only what one of them matches: \"*.ts\" by name, \"src/**\" by path."
            },
            "exclude_globs": {
              "type": "array",
              "items": {
                "type": "string"
              },
              "description": "Count nothing that one of them matches."
            },
            "group_by": {
              "type": "string",
              "enum": [
                "extension",
                "top_directory",
                "parent",
                "depth",
                "stem"
              ],
              "description": "Also a count for each group; one total by default."
            },
            "limit": {
              "type": "integer",
              "minimum": 1,
              "maximum": 5000,
              "description": "Groups; 250 by default. Everything is counted."
            },
            "include_hidden": {
              "type": "boolean",
              "description": "Also names that begin with a dot."
            },
            "include_ignored": {
              "type": "boolean",
              "description": "Also what ignore files exclude."
            }
          },
          "additionalProperties": false
        },
        "concurrency": "parallel",
        "offered": false
      }
    ],
    "scope": [
      {
        "name": "read",
        "description": "Read a text file, or some of its lines.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "path": {
              "type": "string",
              "minLength": 1,
              "description": "File, absolute or relative to the root."
            },
            "start_line": {
              "type": "integer",
              "minimum": 1,
              "description": "First line, from 1."
            },
            "max_lines": {
              "type": "integer",
              "minimum": 1,
              "description": "Lines; to the end of the file by default."
            }
          },
          "required": [
            "path"
          ],
          "additionalProperties": false
        },
        "concurrency": "parallel",
        "offered": true
      },
      {
        "name": "write",
        "description": "Create a text file or replace all of it. Missing directories are made; line endings and byte order mark are kept.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "path": {
              "type": "string",
              "minLength": 1,
              "description": "File to create or replace."
            },
            "content": {
              "type": "string",
              "description": "The whole new content."
            }
          },
          "required": [
            "path",
            "content"
          ],
          "additionalProperties": false
        },
        "concurrency": "serial",
        "offered": true
      },
      {
        "name": "edit",
        "description": "Replace exact text in one file.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "path": {
              "type": "string",
              "minLength": 1,
              "description": "File to change."
            },
            "old_string": {
              "type": "string",
              "description": "Text as it stands in the file, every blank included; it must occur once."
            },
            "new_string": {
              "type": "string",
              "description": "What replaces it; must differ."
            },
            "replace_all": {
              "type": "boolean",
              "description": "Replace every occurrence."
            }
          },
          "required": [
            "path",
            "old_string",
            "new_string"
          ],
          "additionalProperties": false
        },
        "concurrency": "serial",
        "offered": true
      },
      {
        "name": "apply_patch",
        "description": "Apply a unified diff to many files, all or none. Hunks must fit exactly where they say.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "patch": {
              "type": "string",
              "description": "Git-style unified diff: create, modify, delete and rename."
            }
          },
          "required": [
            "patch"
          ],
          "additionalProperties": false
        },
        "concurrency": "serial",
        "offered": true
      },
      {
        "name": "glob",
        "description": "Find files by the pattern of their path, hidden and ignored ones included.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "pattern": {
              "type": "string",
              "minLength": 1,
              "description": "Path pattern, such as \"**/*.go\"."
            },
            "path": {
              "type": "string",
              "description": "Directory to search; the root by default."
            },
            "ignore_case": {
              "type": "boolean",
              "description": "Match without regard to case."
            },
            "max_results": {
              "type": "integer",
              "minimum": 1,
              "maximum": 1000,
              "description": "Paths; 100 by default."
            }
          },
          "required": [
            "pattern"
          ],
          "additionalProperties": false
        },
        "concurrency": "parallel",
        "offered": true
      },
      {
        "name": "grep",
        "description": "Search the contents of files.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "pattern": {
              "type": "string",
              "minLength": 1,
              "description": "Regular expression in ripgrep's syntax."
            },
            "path": {
              "type": "string",
              "description": "File or directory to search; the root by default."
            },
            "file_glob": {
              "type": "string",
              "description": "Only files it matches, such as \"**/*.go\"."
            },
            "file_type": {
              "type": "string",
              "description": "Only files of a ripgrep type, such as go."
            },
            "ignore_case": {
              "type": "boolean",
              "description": "Match without regard to case."
            },
            "multiline": {
              "type": "boolean",
              "description": "A match may cross lines."
            },
            "before_context_lines": {
              "type": "integer",
              "minimum": 0,
              "maximum": 20,
              "description": "Lines shown before a match."
            },
            "after_context_lines": {
              "type": "integer",
              "minimum": 0,
              "maximum": 20,
              "description": "Lines shown after a match."
            },
            "output_mode": {
              "type": "string",
              "enum": [
                "content",
                "files_with_matches",
                "count"
              ],
              "description": "content by default."
            },
            "max_results": {
              "type": "integer",
              "minimum": 1,
              "maximum": 1000,
              "description": "Lines, context included, or files; 250 by default."
            }
          },
          "required": [
            "pattern"
          ],
          "additionalProperties": false
        },
        "concurrency": "parallel",
        "offered": true
      }
    ],
    "agentkit": [
      {
        "name": "read_file",
        "description": "Read a text file. A long file comes in pages; the answer ends with the call for the next.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "path": {
              "type": "string",
              "minLength": 1,
              "description": "File to read."
            },
            "offset": {
              "type": "integer",
              "description": "First line, from 1."
            },
            "limit": {
              "type": "integer",
              "description": "Lines; at most 2000."
            }
          },
          "required": [
            "path"
          ],
          "additionalProperties": false
        },
        "concurrency": "parallel",
        "offered": true
      },
      {
        "name": "write_file",
        "description": "Create a file or replace all of it. Missing directories are made.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "path": {
              "type": "string",
              "minLength": 1,
              "description": "File to create or replace."
            },
            "content": {
              "type": "string",
              "description": "The whole new content, stored as it is given."
            }
          },
          "required": [
            "path",
            "content"
          ],
          "additionalProperties": false
        },
        "concurrency": "serial",
        "offered": true
      },
      {
        "name": "edit_file",
        "description": "Replace exact text in one file.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "path": {
              "type": "string",
              "minLength": 1,
              "description": "File to change."
            },
            "edits": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "old_string": {
                    "type": "string",
                    "description": "Text as it stands in the file, indentation included; it must occur once."
                  },
                  "new_string": {
                    "type": "string",
                    "description": "What replaces it."
                  }
                },
                "required": [
                  "old_string",
                  "new_string"
                ],
                "additionalProperties": false
              },
              "description": "All are matched against the file as it is, and all are applied or none."
            }
          },
          "required": [
            "path",
            "edits"
          ],
          "additionalProperties": false
        },
        "concurrency": "serial",
        "offered": true
      },
      {
        "name": "list_files",
        "description": "List one directory, hidden and ignored entries included.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "path": {
              "type": "string",
              "description": "Directory; the root by default."
            },
            "limit": {
              "type": "integer",
              "description": "Entries; 200 by default, at most 500."
            }
          },
          "additionalProperties": false
        },
        "concurrency": "parallel",
        "offered": true
      },
      {
        "name": "find_files",
        "description": "Find files by the pattern of their path. What .gitignore excludes is left out, hidden files are not.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "pattern": {
              "type": "string",
              "minLength": 1,
              "description": "Path pattern; \"*.go\" matches at any depth."
            },
            "path": {
              "type": "string",
              "description": "Directory to search; the root by default."
            },
            "file_type": {
              "type": "string",
              "enum": [
                "file",
                "dir",
                "directory",
                "any"
              ],
              "description": "file by default."
            },
            "limit": {
              "type": "integer",
              "description": "Paths; 200 by default, at most 1000."
            }
          },
          "required": [
            "pattern"
          ],
          "additionalProperties": false
        },
        "concurrency": "parallel",
        "offered": true
      },
      {
        "name": "search_files",
        "description": "Search the contents of files. Hidden files and what .gitignore excludes are left out.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "pattern": {
              "type": "string",
              "pattern": "\\S",
              "description": "Regular expression."
            },
            "path": {
              "type": "string",
              "description": "File or directory to search; the root by default."
            },
            "context_lines": {
              "type": "integer",
              "minimum": 0,
              "maximum": 20,
              "description": "Lines shown on both sides of a match."
            },
            "file_glob": {
              "type": "string",
              "description": "Only files it matches, such as \"*.go\"."
            },
            "case_sensitive": {
              "type": "boolean",
              "description": "Without it, a pattern in lower case matches any case."
            },
            "max_matches": {
              "type": "integer",
              "description": "Matches; at most 100."
            }
          },
          "required": [
            "pattern"
          ],
          "additionalProperties": false
        },
        "concurrency": "parallel",
        "offered": true
      }
    ],
    "codemeld": [
      {
        "name": "read",
        "description": "Read a text file as it is stored, without line numbers.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "path": {
              "type": "string",
              "minLength": 1,
              "description": "File to read."
            },
            "offset": {
              "type": "integer",
              "minimum": 1,
              "description": "First line, from 1."
            },
            "limit": {
              "type": "integer",
              "minimum": 1,
              "maximum": 10000,
              "description": "Lines; 2000 by default."
            }
          },
          "required": [
            "path"
          ],
          "additionalProperties": false
        },
        "concurrency": "parallel",
        "offered": true
      },
      {
        "name": "read_image",
        "description": "Look at a PNG, JPEG, GIF or WebP image.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "path": {
              "type": "string",
              "minLength": 1,
              "description": "Image file."
            }
          },
          "required": [
            "path"
          ],
          "additionalProperties": false
        },
        "concurrency": "parallel",
        "offered": true
      },
      {
        "name": "create",
        "description": "Create a new file; refused when anything exists at the path. Missing directories are made.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "path": {
              "type": "string",
              "minLength": 1,
              "description": "File that must not exist yet."
            },
            "content": {
              "type": "string",
              "description": "The content."
            }
          },
          "required": [
            "path",
            "content"
          ],
          "additionalProperties": false
        },
        "concurrency": "serial",
        "offered": true
      },
      {
        "name": "edit",
        "description": "Replace one exact text in a file.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "path": {
              "type": "string",
              "minLength": 1,
              "description": "File to change."
            },
            "old_string": {
              "type": "string",
              "description": "Text as it stands in the file; it must occur once."
            },
            "new_string": {
              "type": "string",
              "description": "What replaces it."
            }
          },
          "required": [
            "path",
            "old_string",
            "new_string"
          ],
          "additionalProperties": false
        },
        "concurrency": "serial",
        "offered": true
      },
      {
        "name": "delete",
        "description": "Delete a file, a link (not what it points to) or an empty directory.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "path": {
              "type": "string",
              "minLength": 1,
              "description": "File, link or empty directory."
            }
          },
          "required": [
            "path"
          ],
          "additionalProperties": false
        },
        "concurrency": "serial",
        "offered": true
      },
      {
        "name": "move",
        "description": "Move or rename a file or a directory with all below it. Nothing is overwritten.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "source": {
              "type": "string",
              "minLength": 1,
              "description": "File or directory to move."
            },
            "destination": {
              "type": "string",
              "minLength": 1,
              "description": "Its new path; its directory must exist."
            }
          },
          "required": [
            "source",
            "destination"
          ],
          "additionalProperties": false
        },
        "concurrency": "serial",
        "offered": true
      },
      {
        "name": "mkdir",
        "description": "Create a directory and its missing parents.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "path": {
              "type": "string",
              "minLength": 1,
              "description": "Directory."
            }
          },
          "required": [
            "path"
          ],
          "additionalProperties": false
        },
        "concurrency": "serial",
        "offered": true
      },
      {
        "name": "list",
        "description": "List one directory: names and types.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "path": {
              "type": "string",
              "description": "Directory; the root by default."
            },
            "limit": {
              "type": "integer",
              "minimum": 1,
              "maximum": 5000,
              "description": "Entries; 250 by default."
            },
            "include_ignored": {
              "type": "boolean",
              "description": "Also what codemeldignore excludes."
            },
            "include_hidden": {
              "type": "boolean",
              "description": "Also names that begin with a dot."
            }
          },
          "additionalProperties": false
        },
        "concurrency": "parallel",
        "offered": true
      },
      {
        "name": "tree",
        "description": "List a directory with everything below it.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "path": {
              "type": "string",
              "description": "Directory; the root by default."
            },
            "depth": {
              "type": "integer",
              "minimum": 0,
              "description": "Levels below it; all by default, as with 0."
            },
            "limit": {
              "type": "integer",
              "minimum": 1,
              "maximum": 5000,
              "description": "Entries; 250 by default."
            },
            "format": {
              "type": "string",
              "enum": [
                "ai",
                "human"
              ],
              "description": "ai (default): a path a line. human: indented names."
            },
            "include_ignored": {
              "type": "boolean",
              "description": "Also what codemeldignore excludes."
            },
            "include_hidden": {
              "type": "boolean",
              "description": "Also names that begin with a dot."
            }
          },
          "additionalProperties": false
        },
        "concurrency": "parallel",
        "offered": true
      },
      {
        "name": "glob",
        "description": "Find files and directories by the pattern of their path.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "pattern": {
              "type": "string",
              "minLength": 1,
              "description": "Path pattern, such as \"**/*.go\"."
            },
            "path": {
              "type": "string",
              "description": "Directory to search; the root by default."
            },
            "limit": {
              "type": "integer",
              "minimum": 1,
              "maximum": 5000,
              "description": "Paths; 250 by default."
            },
            "include_ignored": {
              "type": "boolean",
              "description": "Also what codemeldignore excludes."
            },
            "include_hidden": {
              "type": "boolean",
              "description": "Also names that begin with a dot."
            }
          },
          "required": [
            "pattern"
          ],
          "additionalProperties": false
        },
        "concurrency": "parallel",
        "offered": true
      },
      {
        "name": "grep",
        "description": "Search the contents of files.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "pattern": {
              "type": "string",
              "minLength": 1,
              "description": "Regular expression."
            },
            "path": {
              "type": "string",
              "description": "File or directory to search; the root by default."
            },
            "include": {
              "type": "string",
              "description": "Only files whose name it matches, such as \"*.go\"."
            },
            "ignore_case": {
              "type": "boolean",
              "description": "Match without regard to case."
            },
            "context": {
              "type": "integer",
              "minimum": 0,
              "maximum": 20,
              "description": "Lines shown on both sides of a match."
            },
            "files_only": {
              "type": "boolean",
              "description": "Only the paths of files with a match."
            },
            "limit": {
              "type": "integer",
              "minimum": 1,
              "maximum": 5000,
              "description": "Matches; 250 by default."
            },
            "include_ignored": {
              "type": "boolean",
              "description": "Also what codemeldignore excludes."
            },
            "include_hidden": {
              "type": "boolean",
              "description": "Also names that begin with a dot."
            }
          },
          "required": [
            "pattern"
          ],
          "additionalProperties": false
        },
        "concurrency": "parallel",
        "offered": true
      },
      {
        "name": "file_count",
        "description": "Count files below a directory.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "path": {
              "type": "string",
              "description": "Directory to count below; the root by default."
            },
            "kinds": {
              "minItems": 1,
              "type": "array",
              "items": {
                "type": "string",
                "enum": [
                  "files",
                  "directories",
                  "symlinks"
                ]
              },
              "description": "What is counted; files by default."
            },
            "include_globs": {
              "type": "array",
              "items": {
                "type": "string"
              },
              "description": "Count only what one of them matches, such as \"*.go\"."
            },
            "exclude_globs": {
              "type": "array",
              "items": {
                "type": "string"
              },
              "description": "Count nothing that one of them matches."
            },
            "group_by": {
              "type": "string",
              "enum": [
                "extension",
                "top_directory",
                "parent",
                "depth",
                "stem"
              ],
              "description": "Also a count for each group; one total by default."
            },
            "limit": {
              "type": "integer",
              "minimum": 1,
              "maximum": 5000,
              "description": "Groups; 250 by default. Everything is counted."
            },
            "include_dotfiles": {
              "type": "boolean",
              "description": "Also names that begin with a dot."
            },
            "include_ignored": {
              "type": "boolean",
              "description": "Also what codemeldignore excludes."
            }
          },
          "additionalProperties": false
        },
        "concurrency": "parallel",
        "offered": true
      }
    ]
  };
