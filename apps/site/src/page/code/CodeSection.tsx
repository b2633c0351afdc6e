import './code.css'
import { useState } from 'react'
import type { PageOptions } from '../../pageOptions.ts'
import type { SiteConfig } from '../../siteConfig.ts'
import { Segments } from '../panel/Segments.tsx'
import { CodeBlock } from './CodeBlock.tsx'
import { type Flavour, writeCode } from './writeCode.ts'

/** The code of the configuration that the page shows. */
export function CodeSection({ config, options }: { config: SiteConfig; options: PageOptions }) {
  const [flavour, setFlavour] = useState<Flavour>('react')
  const shown = { ...options, mode: options.mode ?? 'embedded' }
  return (
    <section id="code" className="section">
      <h2>Copy the code</h2>
      <p>This is the complete code for the modal on this page, with every option you chose.</p>
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
