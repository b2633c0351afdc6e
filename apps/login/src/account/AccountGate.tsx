import { Button, Notice, Skeleton, SkeletonRow, useStyles } from '@foyer/ui/primitives'
import { type ReactNode, useEffect } from 'react'
import { useAccount } from './AccountContext.ts'
import { Card } from './Card.tsx'
import { failureWords } from './failureWords.ts'
import { LoginCard } from './LoginCard.tsx'
import { Page } from './Page.tsx'
import panelCss from './Panel.css?inline'
import { StepUpProvider } from './StepUp.tsx'
import { useOnline } from './useOnline.ts'
import { words } from './words.ts'

export type AccountGateProps = {
  /** Title of the page. */
  title: string
  /** Text above the login that gives its purpose. */
  loginText: string
  footer?: ReactNode
  children: ReactNode
}

/** Shows its children to a logged-in user; otherwise the login, with the error if loading failed. */
export function AccountGate({ children, footer, loginText, title }: AccountGateProps) {
  // Load the panels' styles early, so that the layout does not shift.
  useStyles(panelCss)
  const { account, state } = useAccount()
  const online = useOnline()
  const isStuck = state.status === 'failed' && online
  useEffect(() => {
    // Also when back online; not when the page is already shown.
    const { status } = account.read()
    if (online && (status === 'loading' || status === 'failed')) void account.start()
  }, [account, online])
  useEffect(() => {
    // Picks up changes from another window when the user returns.
    const refresh = () => {
      if (document.visibilityState === 'visible' && account.read().status === 'ready')
        account.refresh().catch(() => {})
    }
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [account])

  if (state.status === 'ready')
    return (
      <Page
        title={title}
        footer={footer}
        action={
          <Button variant="quiet" inline onClick={() => void account.signOut()}>
            {words.signOut}
          </Button>
        }
      >
        {account.session.storage === 'memory' && <Notice tone="info">{words.forgets}</Notice>}
        <StepUpProvider>{children}</StepUpProvider>
      </Page>
    )
  if (state.status === 'signed-out')
    return (
      <Page title={words.login.title} alone footer={footer}>
        <LoginCard text={loginText} notice={state.wasEnded ? words.ended : undefined} />
      </Page>
    )
  if (state.status === 'failed' || !online)
    return (
      <Page title={title} alone footer={footer}>
        <Card
          icon="alert"
          title={isStuck ? words.failedTitle : words.offlineTitle}
          text={
            state.status === 'failed' && isStuck ? failureWords(state.error) : words.offlineText
          }
        >
          <Button variant="secondary" onClick={() => void account.start()}>
            {words.retry}
          </Button>
        </Card>
      </Page>
    )
  return (
    <Page title={title} footer={footer}>
      <p className="unseen" role="status">
        {words.loading}
      </p>
      <div className="page-head" aria-hidden="true">
        <Skeleton shape="title" width="l" />
      </div>
      <div className="panel" aria-hidden="true">
        <SkeletonRow />
        <SkeletonRow />
      </div>
    </Page>
  )
}
