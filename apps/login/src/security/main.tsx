import { AccountGate } from '../account/AccountGate.tsx'
import { openPage } from '../account/openPage.tsx'
import { words } from '../account/words.ts'
import { About } from './About.tsx'
import { SecurityPage } from './SecurityPage.tsx'

const { security } = words

void openPage({
  title: security.title,
  surface: 'frame',
  children: (
    <AccountGate title={security.title} loginText={words.login.security} footer={<About />}>
      <SecurityPage />
    </AccountGate>
  ),
})
