import type { Locator, Page } from 'playwright'

/** One request form of the demo page, by its title. */
export const ask = (page: Page, title: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
