import { showPage } from '../showPage.tsx'
import './hooks.css'
import { Hooks } from './Hooks.tsx'

// Nothing of the modal is loaded: every screen is this page's own.
await showPage(() => <Hooks />, { features: { pay: true }, prefetch: 'none' })
