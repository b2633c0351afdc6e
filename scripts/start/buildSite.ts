/** Builds the page of the demo site where it is not up to date, in a process that ends: the bundler keeps its memory. */
import { buildPage } from '@foyer/site'

await buildPage()
