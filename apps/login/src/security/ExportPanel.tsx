import { LinkButton } from '@foyer/ui/primitives'
import { Panel } from '../account/Panel.tsx'
import { words } from '../account/words.ts'

/** Links to the page that exports the wallet. */
export function ExportPanel() {
  return (
    <Panel icon="export" title={words.exportLink.title}>
      <div className="panel-line">
        <p className="panel-text">{words.exportLink.text}</p>
        <LinkButton variant="secondary" inline href="/export" target="_self" rel="">
          {words.exportLink.action}
        </LinkButton>
      </div>
    </Panel>
  )
}
