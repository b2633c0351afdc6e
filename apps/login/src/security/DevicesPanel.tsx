import { type AccountDevice, revokeDevice, signOutEverywhere } from '@foyer/protocol/login'
import { Badge, Button, Logo, Notice, useStyles } from '@foyer/ui/primitives'
import { useState } from 'react'
import { useReady } from '../account/AccountContext.ts'
import { Mark } from '../account/Mark.tsx'
import { Panel } from '../account/Panel.tsx'
import { words } from '../account/words.ts'
import { ConfirmSheet } from './ConfirmSheet.tsx'
import css from './DevicesPanel.css?inline'
import { deviceSite, formatAgo, formatDay } from './describeDevice.ts'

type Asked = { what: 'end'; device: AccountDevice } | { what: 'everywhere' }

/** Lists the browsers that may use the wallet, and revokes one or all of them. */
export function DevicesPanel() {
  useStyles(css)
  const { account, facts } = useReady()
  const [asked, setAsked] = useState<Asked>()
  const [ended, setEnded] = useState(false)
  const close = () => setAsked(undefined)
  const devices = [...facts.devices].sort(
    (one, other) => Number(other.isThis) - Number(one.isThis) || other.lastSeenAt - one.lastSeenAt,
  )
  return (
    <Panel icon="device" title={words.devices.title}>
      <p className="panel-text">
        {devices.length > 1 ? words.devices.lead(devices.length) : words.devices.empty}
      </p>
      {ended ? <Notice tone="success">{words.devices.ended}</Notice> : null}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without bullets */}
      <ul className="devices" role="list" aria-label={words.devices.title}>
        {devices.map((device) => (
          <li key={device.deviceId}>
            {device.origin === null ? (
              <span className="device-own">
                <Mark />
              </span>
            ) : (
              <Logo name={deviceSite(device)} src={undefined} />
            )}
            <Facts device={device} />
            {device.isThis ? (
              <Badge tone="accent">{words.devices.current}</Badge>
            ) : (
              <Button
                variant="quiet"
                inline
                aria-label={words.devices.endLabel(deviceSite(device), device.browser)}
                onClick={() => {
                  setEnded(false)
                  setAsked({ what: 'end', device })
                }}
              >
                {words.devices.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="panel-line">
        <p className="panel-text">{words.devices.everywhereLead}</p>
        <Button variant="secondary" inline onClick={() => setAsked({ what: 'everywhere' })}>
          {words.devices.everywhere}
        </Button>
      </div>
      {asked?.what === 'end' && (
        <ConfirmSheet
          title={words.devices.endTitle}
          text={words.devices.endText(deviceSite(asked.device), asked.device.browser)}
          action={words.devices.endAction}
          stepUp
          onClose={close}
          onConfirm={async () => {
            await account.call(revokeDevice, { deviceId: asked.device.deviceId })
            await account.refresh()
            setEnded(true)
          }}
        />
      )}
      {asked?.what === 'everywhere' && (
        <ConfirmSheet
          title={words.devices.everywhereTitle}
          text={words.devices.everywhereText}
          action={words.devices.everywhereAction}
          onClose={close}
          onConfirm={async () => {
            await account.call(signOutEverywhere, {})
            await account.signOut()
          }}
        />
      )}
    </Panel>
  )
}

function Facts({ device }: { device: AccountDevice }) {
  return (
    <div>
      <p className="device-site" dir="auto">
        {deviceSite(device)}
      </p>
      <p className="device-facts">
        {device.browser}, <span>{words.devices.since(formatDay(device.approvedAt))}</span>
        {device.isThis ? null : (
          <>
            , <span>{words.devices.seen(formatAgo(device.lastSeenAt, Date.now()))}</span>
          </>
        )}
      </p>
    </div>
  )
}
