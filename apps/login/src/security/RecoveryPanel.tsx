import type { RecoveryMode } from '@foyer/protocol/custody'
import { Badge, List, ListRow, useStyles } from '@foyer/ui/primitives'
import { useState } from 'react'
import { useReady } from '../account/AccountContext.ts'
import { PageIcon, type PageIconName } from '../account/PageIcon.tsx'
import { Panel } from '../account/Panel.tsx'
import { useStepUp } from '../account/StepUp.tsx'
import { words } from '../account/words.ts'
import { EnrolSheet, type Wanted } from './EnrolSheet.tsx'
import { FactorList } from './FactorList.tsx'
import { RecoveryAddress } from './RecoveryAddress.tsx'
import css from './RecoveryPanel.css?inline'
import { useFactors } from './useFactors.ts'

const { recovery } = words

type Choice = { to: Wanted; icon: PageIconName; title: string; text: string }

/**
 * @param hasCode - A recovery code opens the wallet already; a new one replaces it.
 * @param isAlone - Passkeys alone hold the wallet: there is no automatic recovery.
 */
function choicesOf(mode: RecoveryMode, hasCode: boolean, isAlone: boolean): Choice[] {
  const isHeld = mode !== 'auto'
  const passkey: Choice = {
    to: 'passkey',
    icon: 'key',
    title: isHeld ? recovery.addPasskey : recovery.usePasskey,
    text: isHeld ? recovery.addPasskeyText : recovery.usePasskeyText,
  }
  const added: Choice = {
    to: 'code',
    icon: 'code',
    title: isHeld ? recovery.addCode : recovery.useCode,
    text: isHeld ? recovery.addCodeText : recovery.useCodeText,
  }
  const code: Choice = hasCode
    ? { ...added, title: recovery.newCode, text: recovery.newCodeText }
    : added
  const auto: Choice = {
    to: 'auto',
    icon: 'recovery',
    title: recovery.useAuto,
    text: recovery.useAutoText,
  }
  return mode === 'auto' || isAlone ? [passkey, code] : [passkey, code, auto]
}

/** Shows how the wallet is restored in a new browser, and the ways to change that. */
export function RecoveryPanel() {
  useStyles(css)
  const { facts, wallet } = useReady()
  const ask = useStepUp()
  const [enrolling, setEnrolling] = useState<Wanted>()
  const mode = facts.recoveryMode
  const isHeld = mode !== 'auto'
  const isAlone = facts.factors !== undefined
  const factors = useFactors()
  const isFrozen = facts.frozenAt !== null
  const isBlocked = isFrozen || wallet.status !== 'open'
  return (
    <Panel
      icon="recovery"
      title={recovery.title}
      badge={
        <Badge tone={isHeld ? 'success' : 'neutral'}>
          {isHeld ? recovery.held : recovery.automatic}
        </Badge>
      }
    >
      <p className="recovery-text">
        {isAlone ? recovery.aloneText : isHeld ? recovery.heldText : recovery.auto}
      </p>
      <p className="recovery-limit">
        {isAlone ? recovery.aloneLimit : isHeld ? recovery.heldLimitAll : recovery.autoLimit}
      </p>
      {isHeld && <FactorList factors={factors} isBlocked={isBlocked} />}
      {isAlone ? null : <RecoveryAddress />}
      <List label={recovery.title}>
        {choicesOf(mode, factors.list?.some((one) => one.mode === 'code') ?? false, isAlone).map(
          ({ icon, text, title, to }) => (
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
          ),
        )}
      </List>
      {isBlocked ? (
        <p className="panel-text">{isFrozen ? recovery.frozen : recovery.needsWallet}</p>
      ) : null}
      {enrolling && (
        <EnrolSheet
          to={enrolling}
          factors={factors.list ?? []}
          onClose={() => {
            setEnrolling(undefined)
            factors.reload()
          }}
        />
      )}
    </Panel>
  )
}
