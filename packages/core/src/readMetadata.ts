import type { Foyer } from './createFoyer.ts'
import type { Metadata } from './options.ts'

/** The site as wallets show it, with what sends it. @source ledger 3.6 */
export type DappMetadata = Metadata & {
  readonly sdkType: string
  readonly sdkVersion: string
  readonly projectId: string
}

/** What the site says of itself, else what its page does. */
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
