import { AccountGate } from '../account/AccountGate.tsx'
import { openPage } from '../account/openPage.tsx'
import { words } from '../account/words.ts'
import { ExportPage } from './ExportPage.tsx'

void openPage({
  title: words.export.title,
  surface: 'export',
  children: (
    <AccountGate title={words.export.title} loginText={words.login.export}>
      <ExportPage />
    </AccountGate>
  ),
})
