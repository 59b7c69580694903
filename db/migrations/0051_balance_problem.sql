-- Why a provider's balance could not be read at the last check. It opens no circuit breaker.
alter table provider_health add column balance_problem text;
