import { Button } from '@foyer/ui/primitives'
import { useEffect, useState } from 'react'
import { useReady } from '../account/AccountContext.ts'
import { Panel } from '../account/Panel.tsx'
import { words } from '../account/words.ts'
import type { Boot } from '../boot.ts'
import { createRpc } from '../frame/createRpc.ts'
import { readAccountCode } from '../frame/rpc/readAccountCode.ts'
import { ConfirmSheet } from './ConfirmSheet.tsx'
import { undoSmartAccount } from './undoSmartAccount.ts'

type Network = Boot['networks'][number]

/** The networks on which the account is a smart one, each with the way back. Shown only if there is one. */
export function SmartAccountPanel() {
  const { account, wallet } = useReady()
  const [upgraded, setUpgraded] = useState<readonly Network[]>([])
  const [asked, setAsked] = useState<Network>()
  // A wallet that passkeys hold signs with a touch, which sites ask for.
  const address = wallet.status === 'open' && !wallet.passkey ? wallet.addresses.evm : undefined
  useEffect(() => {
    if (address === undefined) return
    let ended = false
    const read = async (network: Network) => {
      const rpc = createRpc(account, { chainId: network.id })
      // A network that does not answer shows nothing: there is nothing to undo through it either.
      const code = await readAccountCode({ address, network }, rpc).catch(() => 'none')
      if (code === 'ours' && !ended) setUpgraded((all) => [...all, network])
    }
    setUpgraded([])
    for (const network of account.networks) if (network.smartAccount) void read(network)
    return () => {
      ended = true
    }
  }, [account, address])
  if (address === undefined || upgraded.length === 0) return null
  return (
    <Panel icon="smart" title={words.smartAccount.title}>
      <p className="panel-text">{words.smartAccount.text}</p>
      {upgraded.map((network) => (
        <div key={network.id} className="panel-line">
          <p className="panel-text">{network.name}</p>
          <Button variant="secondary" inline onClick={() => setAsked(network)}>
            {words.smartAccount.action}
          </Button>
        </div>
      ))}
      {asked && (
        <ConfirmSheet
          title={words.smartAccount.sheetTitle(asked.name)}
          action={words.smartAccount.action}
          onClose={() => setAsked(undefined)}
          onConfirm={async () => {
            await undoSmartAccount(account, { address, network: asked })
            setUpgraded((all) => all.filter(({ id }) => id !== asked.id))
          }}
        >
          <ul className="sheet-points">
            {words.smartAccount.points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </ConfirmSheet>
      )}
    </Panel>
  )
}
