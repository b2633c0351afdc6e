/** Builds the demo site's page if it is out of date, in a short-lived process, because the bundler never frees its memory. */
import { buildPage } from '@foyer/site'

await buildPage()
