import type { ListedFactor } from '@foyer/protocol/custody'
import { Button, Notice, Skeleton, useStyles } from '@foyer/ui/primitives'
import { useState } from 'react'
import { failureWords } from '../account/failureWords.ts'
import { PageIcon } from '../account/PageIcon.tsx'
import { useStepUp } from '../account/StepUp.tsx'
import { words } from '../account/words.ts'
import devicesCss from './DevicesPanel.css?inline'
import { formatDay } from './describeDevice.ts'
import { RemoveFactorSheet } from './RemoveFactorSheet.tsx'
import type { Factors } from './useFactors.ts'

const { factors: texts } = words.recovery

const nameOf = ({ madeIn, mode }: ListedFactor) =>
  mode !== 'passkey' || madeIn === null
    ? texts.names[mode]
    : texts.madeIn(texts.names[mode], madeIn)

/** Lists what opens the wallet in a new browser, and removes one of several. */
export function FactorList({ factors, isBlocked }: { factors: Factors; isBlocked: boolean }) {
  useStyles(devicesCss)
  const ask = useStepUp()
  const [removing, setRemoving] = useState<ListedFactor>()
  const { error, list, pending, reload } = factors
  if (error !== undefined)
    return (
      <Notice
        tone="warning"
        title={texts.failed}
        action={
          <Button variant="secondary" inline pending={pending} onClick={reload}>
            {words.retry}
          </Button>
        }
      >
        {failureWords(error)}
      </Notice>
    )
  if (list === undefined) return <Skeleton width="l" />
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without bullets */}
      <ul className="devices" role="list" aria-label={texts.title}>
        {list.map(({ isSource = false, ...factor }) => (
          <li key={factor.id}>
            <span className="recovery-icon">
              <PageIcon name={factor.mode === 'passkey' ? 'key' : 'code'} />
            </span>
            <div>
              <p className="device-site" dir="auto">
                {nameOf(factor)}
              </p>
              <p className="device-facts">
                {texts.added(formatDay(factor.createdAt))}
                {isSource ? `, ${texts.source}` : null}
              </p>
            </div>
            {list.length > 1 && !isBlocked && !isSource ? (
              <Button
                variant="quiet"
                inline
                aria-label={texts.removeLabel(nameOf(factor))}
                onClick={async () => {
                  if (await ask()) setRemoving(factor)
                }}
              >
                {texts.remove}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {list.length === 1 ? <p className="panel-text">{texts.only}</p> : null}
      {removing && (
        <RemoveFactorSheet
          id={removing.id}
          name={nameOf(removing)}
          onClose={() => {
            setRemoving(undefined)
            reload()
          }}
        />
      )}
    </>
  )
}
