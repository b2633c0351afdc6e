import { signTypedData } from '@foyer/core'
import { useFoyer, useNetwork } from '@foyer/ui/react'
import { Ask } from './Ask.tsx'
import { Signed } from './Signed.tsx'
import { useWalletAction } from './useWalletAction.ts'

const types = {
  Visit: [
    { name: 'guest', type: 'address' },
    { name: 'room', type: 'string' },
    { name: 'nights', type: 'uint256' },
  ],
} as const

export function SignTypedData({ address }: { address: string }) {
  const foyer = useFoyer()
  const { network } = useNetwork()
  const { action, run } = useWalletAction<{ signature: string; signer: string }>()
  const typedData = {
    domain: { name: 'Foyer', version: '1', chainId: Number(network?.id ?? 1) },
    types,
    primaryType: 'Visit',
    message: { guest: address as `0x${string}`, room: 'The one with the view', nights: 2n },
  } as const
  const ask = () =>
    run(async () => {
      const signature = (await signTypedData(foyer, { typedData })) as `0x${string}`
      const { recoverTypedDataAddress } = await import('viem')
      return { signature, signer: await recoverTypedDataAddress({ ...typedData, signature }) }
    })
  return (
    <Ask
      title="Sign structured data"
      button="Sign"
      action={action}
      onAsk={ask}
      render={(result) => <Signed {...result} account={address} />}
    >
      <dl className="facts">
        <dt>Room</dt>
        <dd>{typedData.message.room}</dd>
        <dt>Nights</dt>
        <dd>{String(typedData.message.nights)}</dd>
      </dl>
    </Ask>
  )
}
