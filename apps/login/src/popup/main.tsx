import { PrimitivesRoot } from '@foyer/ui/primitives'
import { createRoot } from 'react-dom/client'
import { pageDirection } from '../approve/pageLanguage.ts'
import { PasskeyWindow } from './PasskeyWindow.tsx'
import { PopupPage } from './PopupPage.tsx'
import { passkeyFragment } from './passkeyWindow.ts'

// The page reuses one window name, so the next request arrives as a new fragment of the same document.
window.addEventListener('hashchange', () => location.reload())
const root = document.body.appendChild(document.createElement('div'))
createRoot(root).render(
  <PrimitivesRoot root={document} direction={pageDirection}>
    {location.hash === passkeyFragment ? <PasskeyWindow /> : <PopupPage />}
  </PrimitivesRoot>,
)
