import { CopyButton } from '../CopyButton.tsx'
import { colourCode } from './colourCode.ts'
import type { CodeFile } from './writeCode.ts'

export function CodeBlock({ file: { code, name } }: { file: CodeFile }) {
  return (
    <figure className="code-block">
      <figcaption>
        {name}
        <CopyButton text={code} what={name} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be focusable by keyboard */}
      <pre tabIndex={0}>
        <code>
          {colourCode(code).map(({ kind, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other key, and no state
            <span key={index} className={`code-${kind}`}>
              {text}
            </span>
          ))}
        </code>
      </pre>
    </figure>
  )
}
