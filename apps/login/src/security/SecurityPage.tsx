import { useStyles } from '@foyer/ui/primitives'
import { useReady } from '../account/AccountContext.ts'
import { Heading } from '../account/Heading.tsx'
import { words } from '../account/words.ts'
import { AccountPanel } from './AccountPanel.tsx'
import { DevicesPanel } from './DevicesPanel.tsx'
import { ExportPanel } from './ExportPanel.tsx'
import { FreezePanel } from './FreezePanel.tsx'
import { FrozenBanner } from './FrozenBanner.tsx'
import { LoginsPanel } from './logins/LoginsPanel.tsx'
import { PermissionsPanel } from './PermissionsPanel.tsx'
import { RecoveryPanel } from './RecoveryPanel.tsx'
import css from './SecurityPage.css?inline'
import { SmartAccountPanel } from './SmartAccountPanel.tsx'

/** Shows the wallet's protection, and the browsers that may use it. */
export function SecurityPage() {
  useStyles(css)
  const { facts } = useReady()
  return (
    <>
      <div className="page-head">
        <Heading>{words.security.title}</Heading>
        <p className="lead">{words.security.lead}</p>
      </div>
      <FrozenBanner />
      <AccountPanel />
      <LoginsPanel />
      <RecoveryPanel />
      <DevicesPanel />
      {/* A wallet that passkeys alone hold needs no server, so no server can stop it. */}
      {facts.factors ? null : <FreezePanel />}
      <PermissionsPanel />
      <SmartAccountPanel />
      <ExportPanel />
    </>
  )
}
