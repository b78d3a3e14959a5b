import { expect, test } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { announcement, openPlayground, playToTheEnd } from "./playground.ts";
import { definitions } from "../../src/tools/definitions.ts";

for (const profile of ["scope", "agentkit", "codemeld"] as const) {
  test(`the profile ${profile} brings its tools and a transcript of its own, which plays without drift`, async ({ page }) => {
    await openPlayground(page);
    await page.getByRole("combobox", { name: "Profile" }).selectOption(profile);
    const tools = page.getByRole("region", { name: "Tools" });
    await expect(tools.locator("h3 code")).toHaveText(definitions[profile].map(({ name }) => name));
    await expect(page.getByRole("combobox", { name: "Transcript" })).toHaveValue(profile);
    await expectAccessible(page);
    await playToTheEnd(page);
    await expect(announcement(page)).toHaveText("The transcript has ended, no drift");
    await page.getByRole("combobox", { name: "Profile" }).selectOption("default");
    await expect(page.getByRole("combobox", { name: "Transcript" })).toHaveValue("tour");
  });
}
