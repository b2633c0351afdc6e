import type { ChainId } from '@foyer/protocol'
import type { Provider } from '../connector/connector.ts'

/** A further limit of a permission, by the wallet's name of it: `redeemer`, `payee`. */
export type PermissionRule = {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * A site's request: the right of another account to act within limits, without the user.
 *
 * @source https://eips.ethereum.org/EIPS/eip-7715
 */
export type PermissionRequest = {
  /** The account that may act: a session account of the site or of an agent. */
  readonly to: string
  /** The permitted action, by the wallet's name of it: `erc20-token-periodic`, `native-token-stream`. */
  readonly type: string
  /** The limits of this type; amounts are `bigint` in the smallest unit, times are seconds. */
  readonly data: Readonly<Record<string, unknown>>
  /** End of the permission, ms since 1970. */
  readonly expiresAt: number
  /** The user may change the limits. @default false */
  readonly isAdjustmentAllowed?: boolean | undefined
  /** @default none */
  readonly rules?: readonly PermissionRule[] | undefined
}

/** A permission as the user granted it: the limits may be lower than those that were asked for. */
export type GrantedPermission = {
  readonly chainId: ChainId
  /** The account that granted it. */
  readonly from: string
  readonly to: string
  readonly type: string
  /** The limits as the wallet wrote them: amounts are hex quantities (`BigInt(data.periodAmount)`), times are seconds. */
  readonly data: Readonly<Record<string, unknown>>
  /** ms since 1970; undefined if the wallet names no end. */
  readonly expiresAt: number | undefined
  readonly rules: readonly PermissionRule[]
  /** Names the permission for its use and its end. @source https://eips.ethereum.org/EIPS/eip-7710 */
  readonly context: string
  /** The contract that `to` calls to use it. */
  readonly delegationManager: string | undefined
  /** Accounts that must be deployed before it is used. */
  readonly dependencies: readonly { readonly factory: string; readonly factoryData: string }[]
}

/** Permissions that a wallet can grant, by type. */
export type SupportedPermissions = Readonly<
  Record<
    string,
    { readonly chainIds: readonly ChainId[] | undefined; readonly rules: readonly string[] }
  >
>

/** The contract of an adapter with permissions. */
export type Permissions = {
  /** Asks what can be granted; undefined if the wallet does not say. */
  getSupported(parameters: { provider: Provider }): Promise<SupportedPermissions | undefined>
  /**
   * Asks the user to grant all of the permissions.
   *
   * @throws FoyerError `user-rejected`, `unsupported-method`, `unknown` (the wallet granted something else)
   */
  request(parameters: {
    address: string
    chainId: ChainId
    provider: Provider
    requests: readonly PermissionRequest[]
  }): Promise<readonly GrantedPermission[]>
  /** Lists what this site was granted and has not been revoked. */
  getGranted(parameters: { provider: Provider }): Promise<readonly GrantedPermission[]>
  /** Asks the wallet to end a permission. */
  revoke(parameters: { context: string; provider: Provider }): Promise<void>
}
