export * from './error-texts.ts';
export { EXPORT_FIELDS, EXPORT_TEXTS, type ExportWord } from './export-texts.ts';
export { EXPORT_VALUES } from './export-values.ts';
export {
  chooseLocale,
  defaultLocale,
  LANGUAGES,
  localeAddress,
  localeOfCookie,
  offeredLocales,
  REGION_WORDS,
  type RegionWord,
  type SiteLanguages,
  siteLocales,
  splitLocale,
  supportedLocale,
} from './languages.ts';
export { MAIL_TEXTS } from './mail-texts.ts';
export { MONEY_MAIL_TEXTS } from './money-mail-texts.ts';
export { PAGE_HEADS } from './page-heads.ts';
export { PAYMENT_TEXTS } from './payment-texts.ts';
export { PROMPT_TEXTS } from './prompt-texts.ts';
export { PUSH_TEXTS } from './push-texts.ts';
export { METHOD_TEXTS, RECEIPT_TEXTS } from './receipt-texts.ts';
export { regionalLocale, regionOf } from './regional-locale.ts';
export { RULE_TEXTS } from './rule-texts.ts';
export { STATEMENT_TEXTS } from './statement-texts.ts';
