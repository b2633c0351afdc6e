import type { RecoveryMode } from '@foyer/protocol/custody'
import { Badge, List, ListRow, useStyles } from '@foyer/ui/primitives'
import { useState } from 'react'
import { useReady } from '../account/AccountContext.ts'
import { PageIcon, type PageIconName } from '../account/PageIcon.tsx'
import { Panel } from '../account/Panel.tsx'
import { useStepUp } from '../account/StepUp.tsx'
import { words } from '../account/words.ts'
import { EnrolSheet, type Wanted } from './EnrolSheet.tsx'
import { RecoveryAddress } from './RecoveryAddress.tsx'
import css from './RecoveryPanel.css?inline'

const { recovery } = words

type Choice = { to: Wanted; icon: PageIconName; title: string; text: string }

function choicesOf(mode: RecoveryMode): Choice[] {
  const isNew = (to: Wanted) => mode === to
  const passkey: Choice = {
    to: 'passkey',
    icon: 'key',
    title: isNew('passkey') ? recovery.newPasskey : recovery.usePasskey,
    text: isNew('passkey') ? recovery.newPasskeyText : recovery.usePasskeyText,
  }
  const code: Choice = {
    to: 'code',
    icon: 'code',
    title: isNew('code') ? recovery.newCode : recovery.useCode,
    text: isNew('code') ? recovery.newCodeText : recovery.useCodeText,
  }
  const auto: Choice = {
    to: 'auto',
    icon: 'recovery',
    title: recovery.useAuto,
    text: recovery.useAutoText,
  }
  return mode === 'auto' ? [passkey, code] : [passkey, code, auto]
}

/** Shows how the wallet is restored in a new browser, and the ways to change that. */
export function RecoveryPanel() {
  useStyles(css)
  const { facts, wallet } = useReady()
  const ask = useStepUp()
  const [enrolling, setEnrolling] = useState<Wanted>()
  const mode = facts.recoveryMode
  const isFrozen = facts.frozenAt !== null
  const isBlocked = isFrozen || wallet.status !== 'open'
  return (
    <Panel
      icon="recovery"
      title={recovery.title}
      badge={<Badge tone={mode === 'auto' ? 'neutral' : 'success'}>{recovery.modes[mode]}</Badge>}
    >
      <p className="recovery-text">{recovery[mode]}</p>
      <p className="recovery-limit">
        {mode === 'auto'
          ? recovery.autoLimit
          : recovery.heldLimit.replace('{factor}', recovery.factor[mode])}
      </p>
      <RecoveryAddress />
      <List label={recovery.title}>
        {choicesOf(mode).map(({ icon, text, title, to }) => (
          <ListRow
            key={to}
            image={
              <span className="recovery-icon">
                <PageIcon name={icon} />
              </span>
            }
            title={title}
            subtitle={text}
            chevron
            disabled={isBlocked}
            onClick={async () => {
              if (await ask()) setEnrolling(to)
            }}
          />
        ))}
      </List>
      {isBlocked ? (
        <p className="panel-text">{isFrozen ? recovery.frozen : recovery.needsWallet}</p>
      ) : null}
      {enrolling && <EnrolSheet to={enrolling} onClose={() => setEnrolling(undefined)} />}
    </Panel>
  )
}
