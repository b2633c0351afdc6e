import {
  addPermission,
  type GrantedPermissionRow,
  readPermissions,
  revokePermission,
} from '@foyer/protocol/login'
import type { FrameAccount } from '../createFrameAccount.ts'

/** The permissions that the user granted to this site, at the login server. */
export type PermissionList = {
  add(given: { chainId: string; context: string }): Promise<void>
  read(): Promise<readonly GrantedPermissionRow[]>
  /** Revokes a permission at the server. @throws FoyerError `resource-not-found` for one of another site */
  revoke(given: { chainId: string; digest: string }): Promise<void>
}

export function createPermissionList(
  account: Pick<FrameAccount, 'call'>,
  { signal }: { signal: AbortSignal },
): PermissionList {
  return {
    async add(given) {
      await account.call(addPermission, given)
    },
    async read() {
      return (await account.call(readPermissions, {}, { signal })).permissions
    },
    async revoke(given) {
      await account.call(revokePermission, given)
    },
  }
}
