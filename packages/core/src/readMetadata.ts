import type { Foyer } from './foyer.ts'
import type { DappMetadata } from './metadata.ts'

/** Returns the site's metadata, with the page's own as the default. */
export function readMetadata({ options }: Foyer): DappMetadata {
  const page = globalThis as { document?: { title: string }; location?: { origin: string } }
  return {
    name: page.document?.title ?? '',
    description: '',
    url: page.location?.origin ?? '',
    icons: [],
    ...options.metadata,
    sdkType: options.sdkType,
    sdkVersion: options.sdkVersion,
    projectId: options.projectId,
  }
}
