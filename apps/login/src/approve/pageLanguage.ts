const lang = typeof document === 'undefined' ? 'en' : document.documentElement.lang

/** The language of this document, which the login server chooses by the browser's (`Accept-Language`). */
export const pageLanguage = lang === 'es' || lang === 'ar' ? lang : 'en'

export const pageDirection = pageLanguage === 'ar' ? 'rtl' : 'ltr'
