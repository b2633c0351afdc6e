import * as v from 'valibot'
import { type SiteConfig, siteConfig, siteConfigElementId } from './siteConfig.ts'

/**
 * Reads what the server wrote into this page.
 *
 * @throws Error when the page came from another server, as `vite preview`
 */
export function readSiteConfig(): SiteConfig {
  const text = document.getElementById(siteConfigElementId)?.textContent
  if (!text) throw new Error('This page has no config: open it through "npm start".')
  return v.parse(siteConfig, JSON.parse(text))
}
