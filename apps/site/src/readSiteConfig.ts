import * as v from 'valibot'
import { type SiteConfig, siteConfig, siteConfigElementId } from './siteConfig.ts'

/**
 * Reads the config that the server wrote into this page.
 *
 * @throws Error if another server, such as `vite preview`, served the page
 */
export function readSiteConfig(): SiteConfig {
  const text = document.getElementById(siteConfigElementId)?.textContent
  if (!text) throw new Error('This page has no config: open it through "npm start".')
  return v.parse(siteConfig, JSON.parse(text))
}
