import { useNetwork, useSignTypedData } from '@foyer/ui/react'
import { Ask } from './Ask.tsx'
import { Signed } from './Signed.tsx'

const types = {
  Visit: [
    { name: 'guest', type: 'address' },
    { name: 'room', type: 'string' },
    { name: 'nights', type: 'uint256' },
  ],
} as const

export function SignTypedData({ address }: { address: string }) {
  const { network } = useNetwork()
  const sign = useSignTypedData()
  const typedData = {
    domain: { name: 'Foyer', version: '1', chainId: Number(network?.id ?? 1) },
    types,
    primaryType: 'Visit',
    message: { guest: address as `0x${string}`, room: 'The one with the view', nights: 2n },
  } as const
  return (
    <Ask
      title="Sign structured data"
      button="Sign"
      action={sign}
      onAsk={() => sign.mutate({ typedData })}
      render={(signature, signed) => (
        <Signed
          key={signature}
          account={address}
          signature={signature}
          onRead={async () => {
            const { recoverTypedDataAddress } = await import('viem')
            const data = signed.typedData as typeof typedData
            return recoverTypedDataAddress({ ...data, signature: signature as `0x${string}` })
          }}
        />
      )}
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
