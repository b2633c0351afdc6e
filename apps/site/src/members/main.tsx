import { siwx } from '@foyer/siwx'
import { showPage } from '../showPage.tsx'
import { Members } from './Members.tsx'

await showPage(() => <Members />, {
  signIn: ({ signIn }) =>
    siwx({ statement: 'Sign in to the members of Foyer.', required: signIn !== 'optional' }),
})
