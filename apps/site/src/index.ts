export { buildPage } from './server/buildPage.ts'
export { createApp } from './server/createApp.ts'
export { type Site, start } from './server/start.ts'
export { type SiteConfig, siteConfig } from './siteConfig.ts'
