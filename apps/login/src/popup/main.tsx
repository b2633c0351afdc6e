import { PrimitivesRoot } from '@foyer/ui/primitives'
import { createRoot } from 'react-dom/client'
import { PopupPage } from './PopupPage.tsx'

// The page opens its windows under one name: the next request arrives as a new fragment.
window.addEventListener('hashchange', () => location.reload())
const root = document.body.appendChild(document.createElement('div'))
createRoot(root).render(
  <PrimitivesRoot root={document}>
    <PopupPage />
  </PrimitivesRoot>,
)
