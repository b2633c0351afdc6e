import './code.css'
import { useState } from 'react'
import type { PageOptions } from '../../pageOptions.ts'
import type { SiteConfig } from '../../siteConfig.ts'
import { Segments } from '../panel/Segments.tsx'
import { CodeBlock } from './CodeBlock.tsx'
import { type Flavour, writeCode } from './writeCode.ts'

/** The code of the set-up that stands in the hall. */
export function CodeSection({ config, options }: { config: SiteConfig; options: PageOptions }) {
  const [flavour, setFlavour] = useState<Flavour>('react')
  const shown = { ...options, mode: options.mode ?? 'embedded' }
  return (
    <section id="code" className="section">
      <h2>Take it home</h2>
      <p>This is all the code of what you see in the hall, down to the last option.</p>
      <div className="code">
        <Segments
          name="flavour"
          choices={[
            ['react', 'React'],
            ['html', 'Plain HTML'],
          ]}
          value={flavour}
          onChange={setFlavour}
        />
        {writeCode(flavour, { config, options: shown }).map((file) => (
          <CodeBlock key={file.name} file={file} />
        ))}
      </div>
    </section>
  )
}
