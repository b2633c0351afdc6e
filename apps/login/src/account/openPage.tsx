import { FoyerError } from '@foyer/protocol'
import { Button, PrimitivesRoot } from '@foyer/ui/primitives'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { pageDirection } from '../approve/pageLanguage.ts'
import { readBoot } from '../boot.ts'
import { openSession } from '../session/openSession.ts'
import { AccountContext } from './AccountContext.ts'
import { Card } from './Card.tsx'
import { createPageAccount } from './createPageAccount.ts'
import { failureWords } from './failureWords.ts'
import { Page } from './Page.tsx'
import { words } from './words.ts'

/**
 * Renders a page of the login site. In a frame it renders a refusal instead, and does not touch the session.
 */
export async function openPage({
  children,
  surface,
  title,
}: {
  title: string
  surface: 'frame' | 'export'
  children: ReactNode
}): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new FoyerError('options-invalid', { details: 'The document has no #root.' })
  const reactRoot = createRoot(root)
  const show = (content: ReactNode) =>
    reactRoot.render(
      <PrimitivesRoot root={document} direction={pageDirection}>
        {content}
      </PrimitivesRoot>,
    )
  if (window.top !== window) return show(<Framed title={title} />)
  const begin = async () => {
    try {
      const boot = readBoot(document)
      const session = await openSession({ boot, surface })
      await session.ready
      const account = createPageAccount(session, boot)
      show(<AccountContext value={account}>{children}</AccountContext>)
    } catch (error) {
      show(<Broken title={title} error={error} />)
    }
  }
  await begin()
}

function Framed({ title }: { title: string }) {
  return (
    <Page title={title} alone>
      <Card icon="alert" title={words.framed} text={words.framedText} />
    </Page>
  )
}

/** Shown when the page's files could not be loaded; offers a reload. */
function Broken({ error, title }: { error: unknown; title: string }) {
  return (
    <Page title={title} alone>
      <Card
        icon="alert"
        title={words.brokenTitle}
        text={error instanceof FoyerError ? failureWords(error) : words.failures.other}
      >
        <Button variant="secondary" onClick={() => location.reload()}>
          {words.reload}
        </Button>
      </Card>
    </Page>
  )
}
