import { Icon } from '../../primitives/Icon.tsx'
import { Choice } from '../settings/Choice.tsx'
import { useSwapWords } from './swapWords.ts'
import { useSwapFormat } from './useSwapFormat.ts'

/** In percent; the default is 1. @source spec 9.22 */
const choices = [0.5, 1, 3] as const

/** The accepted slippage. */
export function SlippageChoice({
  onChange,
  value,
}: {
  value: number
  onChange: (slippage: number) => void
}) {
  const words = useSwapWords()
  const { percent } = useSwapFormat()
  return (
    <details className="swap-slippage">
      <summary>
        {words('swap.slippage')}
        <bdi>{percent(value)}</bdi>
        <Icon name="next" />
      </summary>
      <Choice
        label={words('swap.slippage')}
        options={choices.map((one) => ({ value: String(one), label: percent(one) }))}
        value={String(value)}
        onChange={(text) => onChange(Number(text))}
      />
    </details>
  )
}
