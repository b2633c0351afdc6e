import { useEffect, useRef } from 'react'
import type { AccentName, PageOptions } from '../../pageOptions.ts'

type Accent = PageOptions['accent']

/** One of the preset accents, or any colour. */
export function Swatches({
  choices,
  onChange,
  value,
}: {
  choices: readonly (readonly [AccentName, { name: string; light: string; dark: string }])[]
  value: Accent
  onChange: (value: Accent) => void
}) {
  const own = value.startsWith('#') ? value : undefined
  return (
    <div className="swatches">
      {choices.map(([choice, { dark, light, name }]) => (
        <label key={choice} title={name}>
          <input
            type="radio"
            name="accent"
            aria-label={name}
            checked={choice === value}
            onChange={() => onChange(choice)}
          />
          <Dot color={`light-dark(${light}, ${dark})`} />
        </label>
      ))}
      <label title="Any colour" className="swatch-own" data-on={own !== undefined}>
        <input
          type="color"
          aria-label="Any colour"
          value={own ?? '#b45309'}
          onChange={({ target }) => onChange(target.value as `#${string}`)}
        />
        {own ? <Dot color={own} /> : <span className="dot dot-any" />}
      </label>
    </div>
  )
}

/** Sets the colour through the object model, which a strict content policy allows. */
function Dot({ color }: { color: string }) {
  const dot = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    dot.current?.style.setProperty('background-color', color)
  }, [color])
  return <span className="dot" ref={dot} />
}
