/** The site, as wallets show it. @source spec 3.6 */
export type Metadata = {
  readonly name: string
  readonly description: string
  readonly url: string
  readonly icons: readonly string[]
}

/** The site as wallets show it, with the SDK that sends it. @source spec 3.6 */
export type DappMetadata = Metadata & {
  readonly sdkType: string
  readonly sdkVersion: string
  readonly projectId: string
}
