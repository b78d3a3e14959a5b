import * as z from "zod/mini";

/** The parameters that tools share. Each has a line for the model. */

export function pathParameter(description: string): z.ZodMiniString {
  return z.string().check(z.minLength(1), z.describe(description));
}

export function text(description: string): z.ZodMiniString {
  return z.string().check(z.describe(description));
}

export function optionalText(description: string): z.ZodMiniOptional<z.ZodMiniString> {
  return z.optional(text(description));
}

export function optionalTexts(description: string): z.ZodMiniOptional<z.ZodMiniArray<z.ZodMiniString>> {
  return z.optional(z.array(z.string()).check(z.describe(description)));
}

export function flag(description: string): z.ZodMiniOptional<z.ZodMiniBoolean> {
  return z.optional(z.boolean().check(z.describe(description)));
}

/** A whole number from `minimum` to `maximum`; anything else is refused and the bound named, never moved. */
export function integer(minimum: number, maximum: number, description: string): z.ZodMiniOptional<z.ZodMiniNumberFormat> {
  return z.optional(z.int().check(z.gte(minimum), z.lte(maximum), z.describe(description)));
}

export function atLeast(minimum: number, description: string): z.ZodMiniOptional<z.ZodMiniNumberFormat> {
  return z.optional(z.int().check(z.gte(minimum), z.describe(description)));
}

/** Any whole number: for a tool that moves it into its range itself. */
export function anyInteger(description: string): z.ZodMiniOptional<z.ZodMiniNumberFormat> {
  return z.optional(z.int().check(z.describe(description)));
}
