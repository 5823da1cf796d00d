import { cidr, getAzs, length } from './lists';
import { findInMap, getAtt, importValue, ref } from './references';
import type { Intrinsic } from './result';
import { base64, join, select, split, sub, toJsonString } from './texts';

/** Every intrinsic function that gives a value, by name; `Fn::If` and `Fn::Transform` choose what is evaluated. */
export const INTRINSICS: Readonly<Record<string, Intrinsic>> = {
  'Ref': ref,
  'Fn::GetAtt': getAtt,
  'Fn::ImportValue': importValue,
  'Fn::FindInMap': findInMap,
  'Fn::Join': join,
  'Fn::Sub': sub,
  'Fn::Split': split,
  'Fn::Select': select,
  'Fn::Base64': base64,
  'Fn::ToJsonString': toJsonString,
  'Fn::Length': length,
  'Fn::GetAZs': getAzs,
  'Fn::Cidr': cidr,
};
