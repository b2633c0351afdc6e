import { encode } from 'uqr'
import { renderBaseline } from '../renderBaseline.tsx'

const uri = `wc:${'3fa1c09b7e52d846'.repeat(4)}@2?relay-protocol=irn&symKey=${'b04d9e63f8172ac5'.repeat(4)}&expiryTimestamp=1790000000`

renderBaseline({
  button: 'WalletConnect',
  // Draws the code of an existing URI.
  draw() {
    const { data, size } = encode(uri)
    const path = data
      .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
      .join('')
    return (
      <svg viewBox={`0 0 ${size} ${size}`} width="280" height="280" aria-hidden="true">
        <path d={path} />
      </svg>
    )
  },
})
