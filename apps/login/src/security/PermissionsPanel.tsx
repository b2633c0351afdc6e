import { decodeGrant } from '@foyer/decode/internal'
import { type GrantedPermissionRow, readPermissions } from '@foyer/protocol/login'
import { Button, Logo, useStyles } from '@foyer/ui/primitives'
import { useEffect, useState } from 'react'
import { useReady } from '../account/AccountContext.ts'
import { Panel } from '../account/Panel.tsx'
import { useTask } from '../account/useTask.ts'
import { words } from '../account/words.ts'
import { ConfirmSheet } from './ConfirmSheet.tsx'
import css from './DevicesPanel.css?inline'
import { formatDateTime } from './describeDevice.ts'
import { stopPermission } from './stopPermission.ts'

const text = words.permissions
const hostOf = (origin: string) => new URL(origin).host
const shorten = (address: string) => `\u2066${address.slice(0, 6)}…${address.slice(-4)}\u2069`

/** The permissions that sites were granted and that have not ended, each with the way to stop it. Shown only if there is one. */
export function PermissionsPanel() {
  useStyles(css)
  const { account, wallet } = useReady()
  const [permissions, setPermissions] = useState<readonly GrantedPermissionRow[]>([])
  const [asked, setAsked] = useState<GrantedPermissionRow>()
  // Without an answer nothing can be stopped here either; the other panels say that the server is away.
  const { run: load } = useTask(async () => {
    setPermissions((await account.call(readPermissions, {})).permissions)
  })
  useEffect(() => void load(), [load])
  // A wallet that passkeys hold signs with a touch, which sites ask for.
  const address = wallet.status === 'open' && !wallet.passkey ? wallet.addresses.evm : undefined
  const network = asked && account.networks.find(({ id }) => id === asked.chainId)
  if (permissions.length === 0) return null
  return (
    <Panel icon="key" title={text.title}>
      <p className="panel-text">{text.lead}</p>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without bullets */}
      <ul className="devices" role="list" aria-label={text.title}>
        {permissions.map((permission) => (
          <li key={`${permission.chainId} ${permission.digest}`}>
            <Logo name={hostOf(permission.origin)} src={undefined} />
            <div>
              <p className="device-site" dir="auto">
                {hostOf(permission.origin)}
              </p>
              <p className="device-facts">
                {describe(
                  permission,
                  account.networks.find(({ id }) => id === permission.chainId),
                )}
              </p>
            </div>
            {address === undefined ? null : (
              <Button
                variant="quiet"
                inline
                aria-label={text.stopLabel(hostOf(permission.origin))}
                onClick={() => setAsked(permission)}
              >
                {permission.revokedAt === null ? text.stop : text.stopOnNetwork}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked && network && address !== undefined ? (
        <ConfirmSheet
          title={text.sheetTitle(hostOf(asked.origin))}
          action={text.stop}
          onClose={() => setAsked(undefined)}
          onConfirm={async () => {
            try {
              await stopPermission(account, { address, network, permission: asked })
            } catch (error) {
              // It may be stopped at the server alone, and still work on the network.
              await load()
              throw error
            }
            setPermissions((all) => all.filter(({ digest }) => digest !== asked.digest))
          }}
        >
          <ul className="sheet-points">
            {text.points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </ConfirmSheet>
      ) : null}
    </Panel>
  )
}

/** The grantee of a permission, its network and its end. */
function describe(
  { chainId, context, expiresAt, revokedAt }: GrantedPermissionRow,
  network: { name: string } | undefined,
): string {
  const agent = shorten(decodeGrant(context)?.grant.signer ?? '')
  const values = { agent, network: network?.name ?? chainId, until: formatDateTime(expiresAt) }
  return revokedAt === null ? text.facts(values) : text.stopped(values)
}
