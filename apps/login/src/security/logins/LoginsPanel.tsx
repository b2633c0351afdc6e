import { Button, Notice } from '@foyer/ui/primitives'
import { useState } from 'react'
import { useReady } from '../../account/AccountContext.ts'
import { Panel } from '../../account/Panel.tsx'
import { useStepUp } from '../../account/StepUp.tsx'
import { words } from '../../account/words.ts'
import { AddLoginSheet } from './AddLoginSheet.tsx'
import { LoginList } from './LoginList.tsx'
import { RestoreSheet } from './RestoreSheet.tsx'
import { useLogins } from './useLogins.ts'
import { useReturn } from './useReturn.tsx'

/** Lists the ways to log in, adds and removes them. */
export function LoginsPanel() {
  const { facts } = useReady()
  const ask = useStepUp()
  const logins = useLogins()
  const [isAdding, setAdding] = useState(false)
  const [restoring, setRestoring] = useState<string>()
  const [said, setSaid] = useState<string>()
  const returned = useReturn(logins, { onLinked: setRestoring })
  if (facts.factors)
    return (
      <Panel icon="key" title={words.logins.title}>
        <p className="panel-text">{words.logins.passkeys}</p>
      </Panel>
    )
  const restored = logins.list?.find(({ id }) => id === restoring)
  return (
    <Panel icon="key" title={words.logins.title}>
      <p className="panel-text">{words.logins.lead}</p>
      {returned.notice}
      {said === undefined ? null : <Notice tone="success">{said}</Notice>}
      <LoginList
        logins={logins}
        onRemoved={() => setSaid(words.logins.removed)}
        onRestore={setRestoring}
      />
      <Button
        variant="secondary"
        onClick={async () => {
          if (await ask()) setAdding(true)
        }}
      >
        {words.logins.add}
      </Button>
      {isAdding ? (
        <AddLoginSheet
          onClose={() => setAdding(false)}
          onAdded={(id) => {
            setAdding(false)
            setSaid(words.logins.added)
            void logins.reload().then(() => setRestoring(id))
          }}
        />
      ) : null}
      {returned.sheet}
      {restored ? (
        <RestoreSheet
          key={restored.id}
          login={restored}
          others={logins.list?.filter(({ id }) => id !== restored.id) ?? []}
          onClose={() => {
            setRestoring(undefined)
            void logins.reload()
          }}
        />
      ) : null}
    </Panel>
  )
}
