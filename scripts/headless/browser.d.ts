/**
 * What core may take from a browser beyond what Node has too: the page's own events, as `storage` from another tab.
 * No element, document or window is declared here, so that none can stand in a signature of core.
 */
declare var addEventListener: EventTarget['addEventListener']
declare var removeEventListener: EventTarget['removeEventListener']
